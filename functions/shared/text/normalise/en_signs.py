"""Abbreviations and signs in English, when the numbers are words already."""

from __future__ import annotations

import re

from functions.shared.text.normalise.common import Rule

#: Titles, said in full before a name.
_TITLES = {
    "Dr": "Doctor", "Mr": "Mister", "Mrs": "Missus", "Ms": "Ms", "Prof": "Professor", "St": "Saint",
    "Mt": "Mount", "Ft": "Fort", "Rev": "Reverend", "Hon": "Honorable", "Gen": "General", "Col": "Colonel",
    "Maj": "Major", "Capt": "Captain", "Cmdr": "Commander", "Lt": "Lieutenant", "Sgt": "Sergeant",
    "Gov": "Governor", "Sen": "Senator", "Rep": "Representative", "Pres": "President",
}  # fmt: skip

#: Said in full after a name.
_AFTER = {
    "St": "Street", "Dr": "Drive", "Ave": "Avenue", "Blvd": "Boulevard", "Rd": "Road", "Jr": "Junior",
    "Sr": "Senior", "Inc": "Incorporated", "Ltd": "Limited", "Corp": "Corporation", "Co": "Company",
}  # fmt: skip

_WORDS = {
    "e.g.": "for example", "i.e.": "that is", "etc.": "et cetera", "vs.": "versus",
    "approx.": "approximately", "et al.": "et al", "a.k.a.": "also known as", "dept.": "department",
    "est.": "established", "cf.": "compare", "viz.": "namely", "ca.": "circa", "w/o": "without",
    "w/": "with", "b/c": "because", "vs": "versus", "Dept.": "Department", "E.g.": "For example",
    "I.e.": "That is", "Vs.": "Versus", "Approx.": "Approximately",
}  # fmt: skip

#: Said in full before a number, which is a word by now.
_NUMBERED = {
    "No": "number", "no": "number", "Nos": "numbers", "Fig": "figure", "fig": "figure", "Vol": "volume",
    "vol": "volume", "pp": "pages", "p": "page", "ch": "chapter", "Ch": "chapter", "Sec": "section",
    "sec": "section", "Eq": "equation", "ext": "extension", "Ext": "extension", "Tel": "telephone",
    "tel": "telephone",
}  # fmt: skip

_SIGNS = {
    "&": "and", "@": "at", "%": "percent", "+": "plus", "=": "equals", "±": "plus or minus",
    "√": "square root of", "×": "times", "÷": "divided by", "∞": "infinity", "≈": "is approximately",
    "≠": "does not equal", "≤": "is at most", "≥": "is at least", "§": "section", "‰": "per mille",
    "°": "degrees", "$": "dollars", "£": "pounds", "€": "euros", "¥": "yen", "¢": "cents", "₹": "rupees",
    "₩": "won", "/": "slash", "\\": "backslash", "<": "", ">": "", "*": "", "_": "", "`": "", "^": "",
    "~": "", "#": "", "•": "", "·": "", "|": ",",
}  # fmt: skip

_GREEK = {
    "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "epsilon", "ζ": "zeta", "η": "eta",
    "θ": "theta", "ι": "iota", "κ": "kappa", "λ": "lambda", "μ": "mu", "ν": "nu", "ξ": "xi",
    "ο": "omicron", "π": "pi", "ρ": "rho", "σ": "sigma", "τ": "tau", "υ": "upsilon", "φ": "phi",
    "χ": "chi", "ψ": "psi", "ω": "omega",
}  # fmt: skip

_NUMBER_WORD = (
    "zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|"
    "seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|minus"
)


def _ends(match: re.Match[str]) -> str:
    """The full stop of an abbreviation also ends the sentence that it is last in."""
    return "." if match[0].endswith(".") and not match.string[match.end() :].strip(" \"')") else ""


def _sign(match: re.Match[str]) -> str:
    name = _SIGNS[match[0]]
    return f" {name} " if name != "," else ", "


def _greek(match: re.Match[str]) -> str:
    return f" {_GREEK.get(match[0].lower().replace('ς', 'σ'), match[0])} "


def _alternatives(names: dict[str, str]) -> str:
    return "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))


RULES = (
    Rule("M", r"\bM(?P<kind>rs?|s)\.?(?= [A-Z])", lambda m: _TITLES["M" + m["kind"]]),
    Rule("DP", r"\b(Dr|Prof)\.?(?= [A-Z])", lambda m: _TITLES[m[1]]),
    Rule(
        ".",
        rf"(?<= )(?<=[a-z] )({_alternatives(_AFTER)})\.(?= [a-z(]|[,;:)]|\s*$)",
        lambda m: _AFTER[m[1]] + _ends(m),
    ),
    Rule(".", rf"\b({_alternatives(_TITLES)})\.(?= [A-Z])", lambda m: _TITLES[m[1]]),
    Rule(".", rf"\b({_alternatives(_AFTER)})\.(?=[\s,;:)]|$)", lambda m: _AFTER[m[1]] + _ends(m)),
    Rule("./v", rf"(?<![\w.])({_alternatives(_WORDS)})(?!\w)", lambda m: _WORDS[m[1]] + _ends(m)),
    Rule(
        ".", rf"\b({_alternatives(_NUMBERED)})\.(?= ?(?:{_NUMBER_WORD})\b)", lambda m: _NUMBERED[m[1]] + " "
    ),
    Rule("#", r"\b([CF])#(?!\w)", r"\1 sharp"),
    Rule("#", rf"#(?=(?:{_NUMBER_WORD})\b)", "number "),
    Rule("#", r"(?<!\w)#(?=[^\W\d_])", "hashtag "),
    Rule("<>=!-", r"(?:<|-|=)?[-=]+>|<-+", " "),
    Rule(
        "=<>!",
        r"(<|>|!)=",
        lambda m: {"<": " is at most ", ">": " is at least ", "!": " does not equal "}[m[1]],
    ),
    Rule("=", r"={3,}", " "),
    Rule(
        "<",
        r"(?<= )<(?= )|(?<=\w)<(?=\w)|<(?= ?(?:zero|one|two|three|four|five|six|seven|eight|nine|ten)\b)",
        " less than ",
    ),
    Rule(">", rf"(?<=\w )>(?= ?\w)|(?<=\w)>(?=\w)|>(?= ?(?:{_NUMBER_WORD})\b)", " greater than "),
    Rule("*", r"(?<=\w) \* (?=\w)", " times "),
    Rule("~", rf"~ ?(?=(?:{_NUMBER_WORD})\b)", "about "),
    Rule(" -", r"(?:^| )--? ", " — "),
    Rule("-", r"-{2,}", "—"),
    Rule("", f"[{re.escape(''.join(_SIGNS))}]", _sign),
    Rule("", "[\u0370-\u03ff]", _greek),
    Rule(".", r"\.{3,}|(?:\. ){2,}\.", "…"),
    Rule("!?", r"([!?])[!?]{1,}", r"\1"),
)
