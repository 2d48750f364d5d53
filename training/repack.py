"""Repacks the shipped policies in the format of `throwdown.training.ship`: ``python -m throwdown.training.repack``.

For maintainers, after a change of the format. The policies' own metadata stays.
"""

import argparse
from dataclasses import replace
from pathlib import Path

from throwdown.agents import SUFFIX, load_policy, save_policy
from throwdown.agents.shipped import FOLDER
from throwdown.envs.core.kit import InvalidConfig, in_a_sentence


def repack(folder: Path) -> list[Path]:
    """Pack the policies in a folder and its subfolders; those of levels lose the value net, which is unused.

    Returns the files.
    """
    files = sorted(folder.rglob(f"*{SUFFIX}"))
    for file in files:
        policy = load_policy(file)
        kept = None if file.parent.name == "levels" else policy.value
        save_policy(file, replace(policy, value=kept), packed=True)
    return files


@in_a_sentence()
def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m throwdown.training.repack", description=__doc__)
    parser.add_argument(
        "folder", type=Path, nargs="?", default=FOLDER, help="folder of policies; by default those that ship"
    )
    folder = parser.parse_args().folder
    files = repack(folder)
    if not files:
        raise InvalidConfig(f"'{folder}' holds no policies: name a folder with {SUFFIX} files.")
    print(f"{folder}: {len(files)} policies, {sum(file.stat().st_size for file in files):,} bytes")


if __name__ == "__main__":
    main()
