"""Draws the examples of deploy/docs/rules.md as SVG: the rule, the clues, and the first solution."""
import rule_definitions as definitions

CELL = 40
MARGIN = 34
LINES = {"Thermo": "#c9ced6", "SlowThermo": "#c9ced6", "Palindrome": "#b9c7f2", "Renban": "#e3b9e8",
         "Whisper": "#9fd8a4", "RegionSumLine": "#8fc7ee", "Between": "#d3c4ee", "Lockout": "#a9c4ee",
         "Zipper": "#d5bdf0", "Entropic": "#f3b9a0", "Modular": "#8fd6c6", "Nabner": "#efd886",
         "Arrow": "#9aa3ad", "PillArrow": "#9aa3ad", "DoubleArrow": "#9aa3ad", "Diagonal": "#b9c7f2"}
SHADES = {"AllDifferent": "#dfe7f7", "Odd": "#e4e7eb", "Even": "#e4e7eb", "Minimum": "#f7efc9",
          "Maximum": "#f7d9c9", "Clone": "#dcefdc", "Sum": "#f3e6f6", "EqualSum": "#f3e6f6", "Indexing": "#f7e3d0"}
INK = "#1f2328"


class Drawing:
    def __init__(self, board):
        self.board = board
        self.shape = definitions.shape_of(board.size)
        self.parts = []

    @staticmethod
    def middle(place):
        return MARGIN + CELL * (place[1] - 0.5), MARGIN + CELL * (place[0] - 0.5)

    def add(self, name, text=None, **attributes):
        words = "".join(f' {key.replace("_", "-")}="{number(value)}"' for key, value in attributes.items())
        self.parts.append(f"<{name}{words}/>" if text is None else f"<{name}{words}>{text}</{name}>")

    def text(self, x, y, text, size=20, colour=INK):
        self.add("text", escaped(text), x=x, y=y + size * 0.35, font_size=size, fill=colour, text_anchor="middle")

    def circle(self, place, radius, **style):
        x, y = self.middle(place)
        self.add("circle", cx=x, cy=y, r=radius, **style)

    def square(self, place, colour, inset=0):
        x, y = self.middle(place)
        side = CELL - 2 * inset
        self.add("rect", x=x - side / 2, y=y - side / 2, width=side, height=side, fill=colour)

    def path(self, places, **style):
        points = " ".join(f"{number(x)},{number(y)}" for x, y in map(self.middle, places))
        self.add("polyline", points=points, fill="none", stroke_linecap="round", stroke_linejoin="round", **style)

    def cage(self, places, number_text):
        """A dashed outline within the cells, and its number in the first of them."""
        inset, steps = 4, []
        for place in places:
            x, y = self.middle(place)
            for row, column in ((-1, 0), (1, 0), (0, -1), (0, 1)):
                if (place[0] + row, place[1] + column) in places:
                    continue
                half = CELL / 2 - inset
                along = [half + (2 * inset if (place[0] + row * 0 + abs(column) * side, place[1] + abs(row) * side)
                                 in places else 0) for side in (-1, 1)]
                if row:
                    steps.append((x - along[0], y + row * half, x + along[1], y + row * half))
                else:
                    steps.append((x + column * half, y - along[0], x + column * half, y + along[1]))
        for x1, y1, x2, y2 in steps:
            self.add("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke="#59636e", stroke_dasharray="4 3")
        self.corner_number(min(places), number_text)

    def corner_number(self, place, text):
        x, y = self.middle(place)
        self.add("rect", x=x - 18, y=y - 19, width=9 * len(text) + 1, height=13, fill="#ffffff")
        self.add("text", text, x=x - 17, y=y - 8, font_size=12, fill=INK)

    def arrow_head(self, places):
        (x1, y1), (x2, y2) = self.middle(places[-2]), self.middle(places[-1])
        dx, dy = (x2 - x1) / CELL, (y2 - y1) / CELL
        points = [(x2 - 8 * dx - 5 * dy, y2 - 8 * dy + 5 * dx), (x2, y2), (x2 - 8 * dx + 5 * dy, y2 - 8 * dy - 5 * dx)]
        self.add("polyline", points=" ".join(f"{number(x)},{number(y)}" for x, y in points), fill="none",
                 stroke=LINES["Arrow"], stroke_width=2)

    def below_numbers(self, token):
        """What lies under the values."""
        word = token[0]
        places, asked = definitions.clues_of(self.shape, token)[0]
        colour = LINES.get(word)
        outline = {"fill": "#ffffff", "stroke": colour, "stroke_width": 3}
        if word == "Diagonal":
            size = self.board.size
            rising = [(size, 1), (1, size)]
            self.path(rising if token[1] == "1" else [(1, 1), (size, size)], stroke=colour, stroke_width=3)
        elif word == "Arrow":
            self.path(places, stroke=colour, stroke_width=2)
            self.arrow_head(places)
            self.circle(places[0], 16, **outline)
        elif word == "PillArrow":
            self.path(places[asked - 1:], stroke=colour, stroke_width=2)
            self.arrow_head(places)
            self.path(places[:asked], stroke=colour, stroke_width=34)
            self.path(places[:asked], stroke="#ffffff", stroke_width=29)
        elif colour:
            ends = word in ("Between", "Lockout", "DoubleArrow")
            self.path(places, stroke=colour, stroke_width=2 if word == "DoubleArrow" else 10)
            if word in ("Thermo", "SlowThermo"):
                self.circle(places[0], 15, fill=colour)
            for end in (places[0], places[-1]) if ends else ():
                self.circle(end, 16, **outline)
        elif word == "Windoku":
            for row in (2, 6):
                for column in (2, 6):
                    x, y = self.middle((row, column))
                    self.add("rect", x=x - CELL / 2, y=y - CELL / 2, width=3 * CELL, height=3 * CELL, fill="#dfe7f7")
        elif word == "Odd":
            for place in places:
                self.circle(place, 16, fill=SHADES[word])
        elif word in SHADES:
            for place in places:
                self.square(place, SHADES[word], 5 if word == "Even" else 1)
            if word == "Sum":
                self.corner_number(min(places), str(asked))
        elif word == "Cage":
            self.cage(places, str(asked) if asked else "")

    def above_numbers(self, token):
        """What lies over the lines of the board, and beside it."""
        word = token[0]
        clues = definitions.clues_of(self.shape, token)
        places, asked = clues[0]
        if word in ("WhiteDot", "BlackDot", "Difference", "Ratio", "V", "X", "PairSum", "GreaterThan"):
            (x1, y1), (x2, y2) = map(self.middle, places)
            x, y = (x1 + x2) / 2, (y1 + y2) / 2
            if word in ("V", "X", "PairSum", "GreaterThan"):
                self.add("rect", x=x - 7, y=y - 8, width=14, height=16, fill="#ffffff")
                signs = {(0, 1): ">", (0, -1): "<", (1, 0): "∨", (-1, 0): "∧"}
                step = (places[1][0] - places[0][0], places[1][1] - places[0][1])
                self.text(x, y, signs[step] if word == "GreaterThan" else str(asked or word), 15)
            else:
                is_white = word in ("WhiteDot", "Difference")
                self.add("circle", cx=x, cy=y, r=8, fill="#ffffff" if is_white else INK, stroke=INK)
                if asked:
                    self.text(x, y, str(asked), 12, INK if is_white else "#ffffff")
        elif word == "Quad":
            x, y = self.middle(places[0])
            x, y = x + CELL / 2, y + CELL / 2
            self.add("circle", cx=x, cy=y, r=13, fill="#ffffff", stroke=INK)
            self.text(x, y, " ".join(map(str, asked)), 12)
        elif word in definitions.LINE_CLUES + ("Sandwich", "LittleKiller"):
            for line, clue in clues:
                (x1, y1), (x2, y2) = map(self.middle, line[:2])
                x, y = x1 - (x2 - x1) * 0.78, y1 - (y2 - y1) * 0.78
                self.text(x, y, str(clue), 16)
                if word == "LittleKiller":
                    dx, dy = (x2 - x1) / CELL, (y2 - y1) / CELL
                    self.add("line", x1=x + 9 * dx, y1=y + 9 * dy, x2=x + 15 * dx, y2=y + 15 * dy, stroke=INK,
                             stroke_width=2)

    def grid(self):
        size = self.board.size
        end = MARGIN + CELL * size
        height, width = definitions.BOXES[size]
        for i in range(size + 1):
            at = MARGIN + CELL * i
            for is_row, step in ((True, height), (False, width)):
                thick = 2.5 if i % step == 0 else 0.7
                ends = {"x1": MARGIN, "y1": at, "x2": end, "y2": at} if is_row else \
                    {"x1": at, "y1": MARGIN, "x2": at, "y2": end}
                self.add("line", **ends, stroke=INK, stroke_width=thick, stroke_linecap="square")


def number(value):
    return f"{value:g}" if isinstance(value, (int, float)) else value


def escaped(text):
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def picture(rule):
    """A rule's example; without its solution if it has none."""
    board = definitions.board_of(rule.example)
    drawing = Drawing(board)
    for token in board.tokens:
        drawing.below_numbers(token)
    drawing.grid()
    first = rule.printed.partition("\t")[2]
    for place, value in zip(drawing.shape.places, first if len(first) == board.size ** 2 else ""):
        drawing.text(*drawing.middle(place), value, colour=INK if place in board.clues else "#0b6e4f")
    for token in board.tokens:
        drawing.above_numbers(token)
    side = number(2 * MARGIN + CELL * board.size)
    return "\n".join([f'<svg xmlns="http://www.w3.org/2000/svg" width="{side}" height="{side}" '
                      f'viewBox="0 0 {side} {side}" role="img" font-family="sans-serif">',
                      f"<title>{rule.name}</title>", '<rect width="100%" height="100%" rx="8" fill="#ffffff"/>',
                      *drawing.parts, "</svg>"]) + "\n"
