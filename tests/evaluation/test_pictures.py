"""What is common to all figures."""

import pytest
from matplotlib.figure import Figure

from tests.support import run_python
from throwdown.evaluation.report.pictures import title_of


@pytest.mark.parametrize("length", [10, 120])
def test_a_title_and_the_line_under_it_stay_inside_the_figure(length: int) -> None:
    figure = Figure((6, 3))
    title_of(figure, "w" * (length // 4), "w" * length)
    ends = [text.get_window_extent().x1 for text in figure.texts]
    assert len(ends) == 2 and max(ends) <= figure.bbox.width
    assert (figure.texts[1].get_fontsize() == 10) == (length == 10)


@pytest.mark.parametrize(
    ("backend", "first"),
    [
        ("inline", "from throwdown.evaluation.report.pictures import figure_of, png; png(figure_of(2, 1))"),
        (
            "module://matplotlib_inline.backend_inline",
            "from throwdown.training.reporter import draw_snapshots\n"
            "draw_snapshots({'returns': [[0.0]], 'turns': {'coach': [1], 'pilot': [1]}})",
        ),
    ],
)
def test_pictures_do_not_need_what_shows_them_in_a_notebook(backend: str, first: str) -> None:
    run_python(f"{first}\nimport matplotlib.pyplot", MPLBACKEND=backend)
