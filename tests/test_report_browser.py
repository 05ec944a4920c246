"""report in headless Chromium: nothing is loaded, nothing fails, bytes and fields find each other, maps zoom.

CRONOS_FMT_CHROMIUM names the browser where it has another name or place; CRONOS_FMT_SCREENSHOTS a folder to keep the
screenshots in.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from test_report import EXAMPLE, nasty_bank, secret_bank

import cronos_fmt
from cronos_fmt.report import write_report

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright drives the browser: pip install playwright")

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
# Without a sandbox, which root has none of, and without the browser's own calls home.
_ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    named = os.environ.get("CRONOS_FMT_CHROMIUM")
    found = named or next(filter(None, map(shutil.which, _NAMES)), None)
    if found is None:
        pytest.skip("no Chromium here: apt-get install chromium, or CRONOS_FMT_CHROMIUM names one")
    with sync_api.sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=found, args=_ARGUMENTS)
        yield started
        started.close()


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Reports by name: of the example without and with data, of a bank with problems, and of one with hostile names."""
    folder = tmp_path_factory.mktemp("reports")
    banks = {
        "plain": (EXAMPLE, False),
        "data": (EXAMPLE, True),
        "problems": (secret_bank(folder / "secret"), False),
        "hostile": (nasty_bank(folder / "\u202e<svg onload=alert(9)>"), True),
    }
    made = {}
    for name, (bank, with_data) in banks.items():
        made[name] = folder / f"{name}.html"
        with cronos_fmt.open(bank) as opened:
            write_report(opened, made[name], with_data=with_data)
    return made


class Watched:
    """A page, with all that went wrong on it."""

    def __init__(self, browser: Any, path: Path, **options: Any) -> None:
        self.context = browser.new_context(**{"viewport": {"width": 1360, "height": 1000}, **options})
        self.page = self.context.new_page()
        self.errors: list[str] = []
        self.requests: list[str] = []
        self.page.on("console", lambda message: self.errors.append(f"{message.type}: {message.text}"))
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("dialog", lambda dialog: (self.errors.append("a dialog"), dialog.dismiss()))
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.failures: list[str] = []
        self.page.on("requestfailed", lambda request: self.failures.append(request.failure))
        self.page.goto(path.as_uri())
        self.path = path

    def __getattr__(self, name: str) -> Any:
        return getattr(self.page, name)

    def close(self) -> None:
        self.context.close()
        assert self.errors == []
        assert self.requests == [self.path.as_uri()], "nothing but the page itself is loaded"

    def lit(self) -> tuple[list[int], list[str]]:
        """The bytes and the fields that are lit."""
        number = "all => all.map(each => Number(each.dataset.i))"
        items = self.page.locator(".tree .on[role=treeitem]")
        return self.page.locator(".hex .b.on").evaluate_all(number), [
            f"{a} {b}".strip()
            for a, b in zip(
                items.locator(".field").all_text_contents(),
                [*items.locator(".label").all_text_contents(), ""],
                strict=False,
            )
        ]

    def focused(self) -> str:
        """What has the focus: byte I, or field N."""
        return str(
            self.page.evaluate(
                "(() => { const d = document.activeElement.dataset;"
                " return d.i !== undefined ? 'byte ' + d.i : d.n !== undefined ? 'field ' + d.n : 'other'; })()"
            )
        )

    def byte(self, i: int) -> Any:
        return self.page.locator(f".hex .b[data-i='{i}']")

    def record(self, group: str, number: int) -> None:
        self.page.get_by_role("button", name=f"{group}, record {number}", exact=True).click()


@pytest.fixture
def open_page(browser: Any, pages: dict[str, Path]) -> Iterator[Any]:
    opened: list[Watched] = []

    def open_one(name: str, **options: Any) -> Watched:
        opened.append(Watched(browser, pages[name], **options))
        return opened[-1]

    yield open_one
    for each in opened:
        each.close()


# ---- it loads


@pytest.mark.parametrize("name", ["plain", "data", "problems", "hostile"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_loads(open_page: Any, name: str, scheme: str, tmp_path: Path) -> None:
    page = open_page(name, color_scheme=scheme)
    assert page.locator("h1").count() == 1
    assert page.locator(".map").count() == 6
    assert page.locator(".hex .b").count() > 16
    for button in page.locator(".chosen button").all():
        button.click()
        assert page.locator("#record h3").count() == 1
    background = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (int(re.findall(r"\d+", background)[0]) > 128) == (scheme == "light")
    folder = Path(os.environ.get("CRONOS_FMT_SCREENSHOTS") or tmp_path)
    folder.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=folder / f"{name}-{scheme}.png", full_page=True)
    assert (folder / f"{name}-{scheme}.png").stat().st_size > 50_000


@pytest.mark.parametrize("name", ["plain", "data", "problems", "hostile"])
@pytest.mark.parametrize("width", [1600, 1360, 900, 600, 360])
def test_nothing_is_cut_off(open_page: Any, name: str, width: int) -> None:
    """The page is never wider than its window, and no text than its box, but where the box scrolls."""
    page = open_page(name, viewport={"width": width, "height": 900})
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    cut = page.evaluate(
        """() => [...document.querySelectorAll("main *")].filter((each) => {
            const style = getComputedStyle(each), box = each.getBoundingClientRect();
            if (!box.width || each.namespaceURI !== "http://www.w3.org/1999/xhtml") return false;
            if (style.overflowX === "auto" || style.display.startsWith("inline")) return false;
            return each.scrollWidth > each.clientWidth + 1 && !each.closest(".scroll, .hex, .tree, .ruler");
        }).map((each) => each.tagName + "." + each.className + ": " + each.textContent.slice(0, 60))"""
    )
    assert cut == []


def test_the_policy_stops_what_is_put_in(open_page: Any) -> None:
    """Were there a hole, a script or an address put in by a name would do nothing."""
    page = open_page("plain")
    page.evaluate(
        """() => {
            const script = document.createElement("script"), image = new Image();
            script.textContent = "window.hacked = 1";
            image.src = "http://127.0.0.1:9/x.png";
            document.body.append(script, image);
            const trap = "<b onclick='window.hacked = 2' id='trap' style='color: red'>x</b>";
            document.body.insertAdjacentHTML("beforeend", trap);
            document.getElementById("trap").click();
        }"""
    )
    assert page.evaluate("window.hacked") is None
    assert page.evaluate("fetch('http://127.0.0.1:9/').then(() => 'sent', () => 'stopped')") == "stopped"
    assert len([e for e in page.errors if "Content Security Policy" in e]) >= 4
    assert page.failures == ["csp"], "the image was asked for, and went no further"
    page.errors.clear()
    del page.requests[1:]


# ---- bytes and fields


def test_pointing_at_a_byte_lights_its_field(open_page: Any) -> None:
    page = open_page("data")
    page.byte(36).hover()
    assert page.lit() == (list(range(35, 41)), ["plain"])
    about = page.locator(".about").inner_text()
    assert "values/2/plain" in about and '"850402"' in about and "date: 1985-04-02" in about and "0x145 +6" in about
    page.locator(".hex .c[data-i='41']").hover()  # its character does the same
    assert page.lit() == ([41], ["separator"])
    page.locator("#records h2").hover()
    assert page.lit() == ([0], ["base_id"]), "what was chosen is lit again"


def test_pointing_at_a_field_lights_its_bytes(open_page: Any) -> None:
    page = open_page("data")
    page.locator(".tree [role=treeitem]", has_text="Дата рождения").hover()
    assert page.lit() == (list(range(35, 42)), ["2 Дата рождения"])
    page.locator(".tree [role=treeitem]").first.hover()
    assert page.lit() == (list(range(218)), ["bank_record"])


def test_bytes_are_dots_without_data(open_page: Any) -> None:
    page = open_page("plain")
    assert set(page.locator(".hex .b[data-i]").all_text_contents()) == {"··"}
    assert set(page.locator(".hex .c").all_text_contents()) == {"·"}
    page.byte(36).hover()
    assert page.lit() == (list(range(35, 41)), ["plain"])
    assert "left out of this report" in page.locator(".about").inner_text()
    page.record("CroStru", 4)
    assert "Дата рождения" in page.locator(".tree").inner_text()
    assert "··" in page.locator(".hex .b[data-i]").all_text_contents(), "bytes that nobody knows are left out here, too"


def test_password_is_named_and_not_shown(open_page: Any) -> None:
    page = open_page("data")
    page.record("CroStru", 1)
    field = page.locator(".tree [role=treeitem]", has_text="body").last
    field.hover()
    assert "never shown" in field.inner_text()
    assert "the password of the bank stands here" in page.locator(".about").inner_text()
    lit = page.locator(".hex .b.on").all_text_contents()
    assert lit and set(lit) == {"··"}


def test_neighbours_differ_without_colours(open_page: Any) -> None:
    """Each field begins with a bar, so that one tells it from the next in black and white."""
    page = open_page("data", forced_colors="active")
    marked = page.locator(".hex .b.first").evaluate_all("all => all.map(each => Number(each.dataset.i))")
    assert marked[:4] == [0, 1, 21, 22]
    page.byte(5).hover()
    inside, outside = (page.byte(i).evaluate("each => getComputedStyle(each).backgroundColor") for i in (5, 30))
    assert inside != outside


# ---- the keyboard


def test_keys_in_the_bytes(open_page: Any) -> None:
    page = open_page("data")
    page.byte(0).focus()
    for key, target in [
        ("ArrowRight", 1), ("ArrowDown", 17), ("ArrowLeft", 16), ("ArrowUp", 0), ("ArrowUp", 0), ("ArrowLeft", 0),
        ("End", 15), ("ArrowRight", 16), ("Home", 16), ("PageDown", 144), ("PageUp", 16), ("Control+End", 217),
        ("ArrowRight", 217), ("ArrowDown", 217), ("Control+Home", 0),
    ]:  # fmt: skip
        page.keyboard.press(key)
        assert page.focused() == f"byte {target}", key
    page.keyboard.press("ArrowDown")
    assert page.lit() == (list(range(1, 21)), ["plain"])
    assert page.byte(16).get_attribute("aria-label") == "0x10, ed, field values/0/plain of ФИО"
    assert page.locator(".hex [tabindex='0']").count() == 1, "one stop for the tab key"


def test_enter_and_tab_go_to_the_field(open_page: Any) -> None:
    page = open_page("data")
    page.byte(36).focus()
    page.keyboard.press("Enter")
    field = page.locator(".tree [role=treeitem]:focus")
    assert "850402" in field.inner_text()
    assert field.get_attribute("aria-selected") == "true"
    page.keyboard.press("Enter")
    assert page.focused() == "byte 35", "back to the first byte of the field"
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Tab")
    assert "850402" in page.locator(".tree [role=treeitem]:focus").inner_text()
    page.keyboard.press("Shift+Tab")
    assert page.focused() == "byte 35"
    assert page.lit()[0] == list(range(35, 41))


def test_keys_in_the_tree(open_page: Any) -> None:
    page = open_page("data")
    page.byte(0).focus()
    page.keyboard.press("Enter")
    assert page.focused() == "field 1"
    page.keyboard.press("ArrowDown")
    assert page.focused() == "field 2"
    assert page.lit()[0] == list(range(1, 218))
    page.keyboard.press("ArrowLeft")
    values = page.locator(".tree [role=treeitem]:focus")
    assert values.get_attribute("aria-expanded") == "false"
    assert page.locator(".tree [role=treeitem]:visible").count() == 3
    page.keyboard.press("ArrowDown")
    assert page.focused() == "field 2", "it is the last one that can be seen"
    page.byte(36).hover()
    assert page.lit() == (list(range(35, 41)), ["values"]), "the part that is open stands for what is closed in it"
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert page.focused() == "field 3"
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Home")
    assert page.focused() == "field 0"


def test_going_to_a_closed_field_opens_it(open_page: Any) -> None:
    page = open_page("data")
    page.locator(".tree .twist").nth(2).click()
    assert page.locator(".tree [role=treeitem]:visible").count() == 3
    page.byte(36).click()
    page.keyboard.press("Enter")
    assert "850402" in page.locator(".tree [role=treeitem]:focus").inner_text()


def test_scrolling_stays_inside(open_page: Any) -> None:
    """The field of a far byte comes into sight, and the page stays where it is."""
    page = open_page("data")
    page.byte(217).scroll_into_view_if_needed()
    before = page.evaluate("scrollY")
    page.byte(217).hover()
    item = page.locator(".tree .on[role=treeitem]").bounding_box()
    box = page.locator(".tree").bounding_box()
    assert box["y"] <= item["y"] and item["y"] + item["height"] <= box["y"] + box["height"]
    assert page.evaluate("scrollY") == before


def test_roles(open_page: Any) -> None:
    page = open_page("data")
    assert page.get_by_role("grid", name="Bytes, layer assembled").count() == 1
    assert page.get_by_role("tree", name="Fields").count() == 1
    assert page.get_by_role("slider", name="CroBank.dat").count() == 1
    assert page.get_by_role("navigation", name="Sections").count() == 1
    assert page.locator("[role=grid] > :not([role=row])").count() == 0
    odd = page.locator("[role=row] > *").evaluate_all(
        "all => all.filter(each => !each.role && !each.ariaHidden).map(each => each.outerHTML)"
    )
    assert odd == []
    tops = page.locator("[role=treeitem][aria-level='3']")
    assert tops.first.get_attribute("aria-posinset") == "1" and tops.first.get_attribute("aria-setsize") == "14"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the report"


# ---- the maps


def the_map(page: Any, name: str = "CroBank.dat") -> Any:
    return page.locator(".map", has=page.get_by_role("heading", name=name))


def window(drawn: Any) -> tuple[int, int]:
    """The part of the file that a map shows."""
    first, _, last = drawn.locator(".axis span").all_text_contents()
    return int(first, 16), int(last, 16)


def at(drawn: Any, share: float) -> dict[str, float]:
    """A place in the lanes of a map."""
    box = drawn.get_by_role("slider").bounding_box()
    return {"x": box["width"] * share, "y": box["height"] / 2}


def test_pointing_at_a_map(open_page: Any) -> None:
    page = open_page("data")
    drawn = the_map(page)
    slider = drawn.get_by_role("slider")
    assert drawn.locator(".readout").inner_text().strip() == ""
    slider.hover(position=at(drawn, 0x151 / 0x5B0))
    told = drawn.locator(".readout").inner_text()
    assert told == "0x122 to 0x1fc, 218 bytes: records; rows of Клиенты: record 2"
    assert slider.get_attribute("aria-valuetext") == told
    slider.hover(position=at(drawn, 0.05))
    assert drawn.locator(".readout").inner_text() == "0x0 to 0x100, 256 bytes: header"
    drawn = the_map(page, "CroBank.tad")
    drawn.get_by_role("slider").hover(position=at(drawn, 0.5))
    assert "slots; slots: free: records 32 to 69" in drawn.locator(".readout").inner_text()


def test_zoom_of_a_map(open_page: Any) -> None:
    page = open_page("data")
    drawn = the_map(page)
    out, more, whole = drawn.get_by_role("button").all()
    assert window(drawn) == (0, 0x5B0) and out.is_disabled() and whole.is_disabled()
    lanes = drawn.locator(".lanes path").evaluate_all("all => all.map(each => each.getAttribute('d'))")
    more.click()
    first, last = window(drawn)
    assert (first, last) == (364, 1092)
    assert drawn.locator(".lanes path").evaluate_all("all => all.map(each => each.getAttribute('d'))") != lanes
    drawn.get_by_role("slider").dblclick(position=at(drawn, 0.25))
    nearer = window(drawn)
    assert nearer[1] - nearer[0] == 182 and nearer[0] <= 364 + 182 <= nearer[1]
    before = nearer
    box = drawn.get_by_role("slider").bounding_box()
    page.mouse.move(box["x"] + box["width"] * 0.75, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.25, box["y"] + 20, steps=5)
    page.mouse.up()
    moved = window(drawn)
    assert moved[1] - moved[0] == 182 and abs(moved[0] - before[0] - 91) <= 1
    out.click()
    assert window(drawn)[1] - window(drawn)[0] == 364
    whole.click()
    assert window(drawn) == (0, 0x5B0) and whole.is_disabled()
    page.keyboard.down("Control")
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 20)
    page.mouse.wheel(0, -100)
    page.keyboard.up("Control")
    page.wait_for_function(
        "text => document.querySelectorAll('.map')[2].querySelector('.axis span').textContent !== text", arg="0x0"
    )
    assert window(drawn)[1] - window(drawn)[0] == 728


def test_zoom_ends(open_page: Any) -> None:
    page = open_page("data")
    drawn = the_map(page)
    more = drawn.get_by_role("button").nth(1)
    for _ in range(20):
        if more.is_disabled():
            break
        more.click()
    first, last = window(drawn)
    assert last - first == 16
    small = the_map(page, "CroIndex.tad")
    assert window(small) == (0, 8) and small.get_by_role("button").nth(1).is_disabled()


def test_keys_on_a_map(open_page: Any) -> None:
    page = open_page("data")
    drawn = the_map(page)
    slider = drawn.get_by_role("slider")
    slider.focus()
    assert slider.get_attribute("aria-valuenow") == "0" and slider.get_attribute("aria-valuemax") == str(0x5AF)
    page.keyboard.press("ArrowRight")
    assert slider.get_attribute("aria-valuenow") == str(0x100)
    assert "system records: record 79" in str(slider.get_attribute("aria-valuetext"))
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert "record 2" in str(slider.get_attribute("aria-valuetext"))
    page.keyboard.press("+")
    page.keyboard.press("+")
    page.keyboard.press("+")
    first, last = window(drawn)
    assert last - first == 182 and first <= int(slider.get_attribute("aria-valuenow")) < last
    page.keyboard.press("End")
    assert slider.get_attribute("aria-valuenow") == str(0x5AF)
    assert window(drawn) == (0x5B0 - 182, 0x5B0), "the window follows"
    page.keyboard.press("ArrowLeft")
    assert slider.get_attribute("aria-valuenow") != str(0x5AF)
    page.keyboard.press("-")
    assert window(drawn)[1] - window(drawn)[0] == 364
    page.keyboard.press("0")
    assert window(drawn) == (0, 0x5B0)
    page.keyboard.press("Home")
    assert slider.get_attribute("aria-valuenow") == "0"


# ---- hostile names


def test_hostile_names_do_nothing(open_page: Any) -> None:
    page = open_page("hostile")
    text = page.locator("main").inner_text()
    assert "</script><script>alert(1)</script>" in text and "{{ 7 * 7 }}{% raw %}" in text
    assert page.locator("main img").count() == page.locator("main script").count() == 0
    for button in page.locator(".chosen button").all():
        button.click()
        page.locator(".tree [role=treeitem]").first.hover()
    assert page.evaluate("document.scripts.length") == 2
