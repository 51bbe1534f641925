"""Build hook: the wheel, the sdist and an editable install carry the page when it can be built."""

import runpy
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PageHook(BuildHookInterface):
    """Builds ui/ into server/static/ before files are collected."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build, or say why there will be no page: the package does everything else without it."""
        script = Path(self.root) / "tools" / "build_ui.py"
        if not script.is_file():
            return
        tool = runpy.run_path(str(script))
        try:
            self.app.display_info(f"ui: {tool['build'](Path(self.root))}")
        except (tool["BuildFailed"], OSError, subprocess.SubprocessError) as error:
            self.app.display_warning(f"ui: {error}\nui: going on without the page; `make ui` builds it later")
