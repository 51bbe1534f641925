"""Time to the first paint of the page: a server of its own, a fresh browser context with an empty cache each time.

    python benchmarks/first_paint.py --repeat 7

The figures are the browser's own (Paint Timing, W3C): milliseconds from the start of the navigation to the first pixel
that is no background of an empty page, and to the first text. The browser is running and has drawn another page before.
Needs chromium and Playwright; what else the machine does counts in full.
"""

import argparse
import json
import os
import shutil
import statistics
import tempfile
from typing import Any

from load import started
from playwright.sync_api import sync_playwright

PAINTS = """() => new Promise((resolve) => {
  const found = {}
  new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries()) found[name] = startTime
    if (found['first-contentful-paint'] !== undefined) resolve(found)
  }).observe({ type: 'paint', buffered: true })
})"""
FLAGS = ("--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader")
LIMIT_MS = 1500.0


def one(browser: Any, url: str) -> dict[str, float]:
    """Paints of one cold visit [ms]; the page is there and connected before they are read."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.goto(url, wait_until="commit")
    page.wait_for_selector("#link[data-link=open]", state="attached", timeout=60_000)
    assert page.locator("#plan").is_visible()
    paints = page.evaluate(PAINTS)
    context.close()
    return paints


def warm(browser: Any) -> None:
    """Draw something that is not ours, as in a browser that is already running: its drawing process starts then."""
    page = browser.new_page()
    page.goto("data:text/html,<p>first")
    page.evaluate(PAINTS)
    page.close()


def main() -> int:
    """Measure, print, and say whether the limit holds."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeat", type=int, default=7)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        parser.error("no chromium on this machine: apt-get install chromium")
    with tempfile.TemporaryDirectory() as folder:
        server, port = started(folder)
        try:
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=chromium, args=list(FLAGS))
                warm(browser)
                visits = [one(browser, f"http://127.0.0.1:{port}/") for _ in range(asked.repeat)]
                browser.close()
        finally:
            server.terminate()
            server.wait(timeout=30)
    names = ("first-paint", "first-contentful-paint")
    found = {f"{name.replace('-', '_')}_ms": [round(visit[name], 1) for visit in visits] for name in names}
    worst = max(max(times) for times in found.values())
    if asked.json:
        print(json.dumps({**found, "load_average": os.getloadavg()[0]}))
    else:
        for name, times in found.items():
            print(f"{name}: median {statistics.median(times):.0f}, worst {max(times):.0f} of {len(times)} cold visits")
        verdict = "held" if worst < LIMIT_MS else "BROKEN"
        print(f"load average {os.getloadavg()[0]:.1f}; limit {LIMIT_MS:.0f} ms: {verdict}")
    return 0 if worst < LIMIT_MS else 1


if __name__ == "__main__":
    raise SystemExit(main())
