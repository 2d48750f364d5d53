"""What is common to all figures."""

import pytest
from matplotlib.figure import Figure

from throwdown.evaluation.pictures import title_of


@pytest.mark.parametrize("length", [10, 120])
def test_a_title_and_the_line_under_it_stay_inside_the_figure(length: int) -> None:
    figure = Figure((6, 3))
    title_of(figure, "w" * (length // 4), "w" * length)
    ends = [text.get_window_extent().x1 for text in figure.texts]
    assert len(ends) == 2 and max(ends) <= figure.bbox.width
    assert (figure.texts[1].get_fontsize() == 10) == (length == 10)
