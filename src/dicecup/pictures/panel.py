"""A panel of a picture: shapes and text in coordinates of its own, and several of them on a page."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

__all__ = ["BANK", "GRID", "INK", "PALE", "ROLL", "SCALE", "STRONG", "WIDTH", "Panel", "extent", "page", "short"]

WIDTH = 960
MARGIN = 40
INK = "#1f2933"
PALE = "#5b6773"
GRID = "#d5dbe1"
ROLL = "#cfe5f5"
BANK = "#fbdcae"
STRONG = "#1f6fa8"
SCALE = ("#f7fbff", "#dbe9f6", "#bad6eb", "#89bedc", "#539ecd", "#2b7bba", "#0b559f", "#08306b")
"""From little to much."""
FONT = "system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', Helvetica, Arial, sans-serif"
HATCH = (
    '<defs><pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<line x1="0" y1="0" x2="0" y2="6" stroke="#b06d00" stroke-width="1.2" stroke-opacity="0.35"/></pattern></defs>'
)


def short(number: float) -> str:
    """A coordinate without needless places."""
    return f"{number:.2f}".rstrip("0").rstrip(".")


NARROW, WIDE = frozenset("fijlrt.,:;!|()[]' "), frozenset("mwMW%@")


def extent(text: str, size: float, *, bold: bool = False) -> float:
    """About how wide words are, in the widest of the usual fonts: which one a reader has is not known."""
    widths = (
        0.33 if each in NARROW else 0.95 if each in WIDE else 0.64 if not each.islower() else 0.6 for each in text
    )
    return size * sum(widths) * (1.1 if bold else 1.0)


def lines(text: str, size: float, *, bold: bool = False) -> list[str]:
    """Words in lines that fit between the margins."""
    found: list[str] = []
    for part in text.splitlines():
        found.append("")
        for word in part.split():
            longer = f"{found[-1]} {word}".strip()
            if found[-1] and extent(longer, size, bold=bold) > WIDTH - 2 * MARGIN:
                found.append(word)
            else:
                found[-1] = longer
    return found or [""]


class Panel:
    """Drawn from its upper left corner, as wide as the page between its margins."""

    width = WIDTH - 2 * MARGIN

    def __init__(self, title: str, about: str = "") -> None:
        self.height = 0.0
        self._parts: list[str] = []
        top = -6.0
        for line in lines(title, 18, bold=True):
            top += 24
            self.text(0, top, line, size=18, weight="bold")
        top += 8
        for line in lines(about, 13) if about else ():
            top += 18
            self.text(0, top, line, size=13, fill=PALE)
        self.top = top + 16
        """Where there is room below the title."""

    def _add(self, part: str, bottom: float) -> None:
        self._parts.append(part)
        self.height = max(self.height, bottom)

    def rect(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        fill: str,
        *,
        stroke: str = "",
        about: str = "",
        crisp: bool = False,
    ) -> None:
        """`about` is shown by browsers when one points at it; crisp rectangles leave no seam between them."""
        edge = f' stroke="{stroke}"' if stroke else ""
        edge += ' shape-rendering="crispEdges"' if crisp else ""
        inside = f"><title>{escape(about)}</title></rect>" if about else "/>"
        place = f'x="{short(x)}" y="{short(y)}" width="{short(width)}" height="{short(height)}"'
        self._add(f'<rect {place} fill="{fill}"{edge}{inside}', y + height)

    def line(
        self, x1: float, y1: float, x2: float, y2: float, *, stroke: str = GRID, width: float = 1, dash: str = ""
    ) -> None:
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        ends = f'x1="{short(x1)}" y1="{short(y1)}" x2="{short(x2)}" y2="{short(y2)}"'
        self._add(f'<line {ends} stroke="{stroke}" stroke-width="{short(width)}"{dashes}/>', max(y1, y2))

    def path(
        self,
        points: Sequence[tuple[float, float]],
        *,
        stroke: str = INK,
        width: float = 2,
        fill: str = "none",
        dash: str = "",
    ) -> None:
        """A line through points."""
        through = " ".join(f"{short(x)},{short(y)}" for x, y in points)
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        self._add(
            f'<polyline points="{through}" fill="{fill}" stroke="{stroke}" stroke-width="{short(width)}"{dashes}/>',
            max(y for _, y in points),
        )

    def dot(self, x: float, y: float, radius: float) -> None:
        """A small one with a light rim, to be seen on any ground."""
        place = f'cx="{short(x)}" cy="{short(y)}" r="{short(radius)}"'
        self._add(f'<circle {place} fill="{INK}" stroke="#ffffff" stroke-width="0.8"/>', y + radius)

    def mark(self, x: float, y: float, shape: str, fill: str) -> None:
        """A circle, square or triangle around a point."""
        if shape == "circle":
            part = f'<circle cx="{short(x)}" cy="{short(y)}" r="5" fill="{fill}"/>'
        elif shape == "square":
            part = f'<rect x="{short(x - 4.5)}" y="{short(y - 4.5)}" width="9" height="9" fill="{fill}"/>'
        else:
            corners = f"{short(x)},{short(y - 6)} {short(x + 6)},{short(y + 5)} {short(x - 6)},{short(y + 5)}"
            part = f'<polygon points="{corners}" fill="{fill}"/>'
        self._add(part, y + 6)

    def text(
        self,
        x: float,
        y: float,
        text: str,
        *,
        size: float = 12,
        anchor: str = "start",
        weight: str = "",
        fill: str = INK,
        upward: bool = False,
        halo: bool = False,
    ) -> None:
        """`y` is the line the letters stand on; a halo keeps them readable on any ground."""
        more = f' font-weight="{weight}"' if weight else ""
        more += f' transform="rotate(-90 {short(x)} {short(y)})"' if upward else ""
        more += ' stroke="#ffffff" stroke-width="3" paint-order="stroke"' if halo else ""
        place = f'x="{short(x)}" y="{short(y)}" font-size="{short(size)}" text-anchor="{anchor}" fill="{fill}"'
        self._add(f"<text {place}{more}>{escape(text)}</text>", y + (0 if upward else 4))

    def legend(
        self,
        y: float,
        entries: Sequence[tuple[str, str]],
        *,
        x: float = 0,
        size: float = 13,
        hatched: Sequence[str] = (),
    ) -> None:
        """A line of coloured boxes with what they mean."""
        high = size + 1
        for fill, text in entries:
            self.rect(x, y, 1.6 * high, high, fill, stroke=PALE)
            if fill in hatched:
                self.rect(x, y, 1.6 * high, high, "url(#hatch)")
            self.text(x + 1.6 * high + 6, y + size - 1, text, size=size)
            x += 1.6 * high + 18 + 0.58 * size * len(text)

    def at(self, top: float) -> str:
        """The panel so far below the page's upper edge."""
        return f'<g transform="translate({MARGIN} {short(top)})">{"".join(self._parts)}</g>'


def page(title: str, about: str, panels: Sequence[Panel], foot: str) -> str:
    """Panels below each other, under a title, as an SVG document."""
    heads = [(40 + 32 * n, line) for n, line in enumerate(lines(title, 26, bold=True))]
    low = heads[-1][0]
    top = low + 38.0
    placed = []
    for panel in panels:
        placed.append(panel.at(top))
        top += panel.height + 44
    height = short(top)
    size = f'viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}"'
    label = f'aria-label="{escape(title)}"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="{FONT}" role="img" {label}>',
            f"<title>{escape(title)}</title>",
            HATCH,
            f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>',
            *(
                f'<text x="{MARGIN}" y="{y}" font-size="26" font-weight="bold" fill="{INK}">{escape(line)}</text>'
                for y, line in heads
            ),
            f'<text x="{MARGIN}" y="{low + 22}" font-size="14" fill="{PALE}">{escape(about)}</text>',
            *placed,
            f'<text x="{MARGIN}" y="{short(top - 14)}" font-size="11" fill="{PALE}">{escape(foot)}</text>',
            "</svg>",
            "",
        ]
    )
