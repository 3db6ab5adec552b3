"""English as it is read."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from functions.shared.text.normalise import normalise
from functions.shared.text.normalise.en_numbers import cardinal, ordinal, year

NUMBERS = [
    ("0", "zero"),
    ("13 and 40", "thirteen and forty"),
    ("101", "one hundred one"),
    ("1,234,567", "one million two hundred thirty-four thousand five hundred sixty-seven"),
    ("1000000", "one million"),
    ("1,000,000,000,000", "one trillion"),
    ("3.14", "three point one four"),
    (".5", "zero point five"),
    ("-7", "minus seven"),
    ("it is −2.5", "it is minus two point five"),
    ("007", "zero zero seven"),
    (
        "12345678901234567890",
        "one two three four five six seven eight nine zero one two three four five six seven eight nine zero",
    ),
    ("1st, 2nd, 3rd", "first, second, third"),
    ("the 21st", "the twenty-first"),
    ("100th", "one hundredth"),
    ("1/2", "one half"),
    ("3/4", "three quarters"),
    ("2 1/3 cups", "two and a third cups"),
    ("3½", "three and a half"),
    ("5/16", "five sixteenths"),
    ("24/7", "twenty-four seven"),
    ("50%", "fifty percent"),
    ("-1.5 %", "minus one point five percent"),
    ("10-20", "ten to twenty"),
    ("5–7%", "five to seven percent"),
    ("10k users", "ten thousand users"),
    ("1.5M", "one point five million"),
    ("6.02e23", "six point zero two times ten to the power of twenty-three"),
    ("10^6", "ten to the power of six"),
    ("x² + y³", "x squared plus y cubed"),
    ("2 + 2 = 4", "two plus two equals four"),
    ("5 - 3 = 2", "five minus three equals two"),
    ("3 × 4", "three times four"),
    ("1920x1080", "nineteen twenty by one thousand eighty"),
    ("MP3, H2O", "MP three, H two O"),
    ("COVID-19", "COVID-nineteen"),
    ("a 5-year-old", "a five-year-old"),
    ("１２３ ＡＢＣ", "one hundred twenty-three ABC"),
    ("٣", "three"),
    ("ID 123-45-6789", "ID one two three, four five, six seven eight nine"),
    ("16:9", "sixteen to nine"),
    ("version 1.2.3", "version one point two point three"),
    ("v2.0", "v two point zero"),
    ("192.168.0.1", "one hundred ninety-two dot one hundred sixty-eight dot zero dot one"),
]

YEARS_AND_DATES = [
    ("in 1984", "in nineteen eighty-four"),
    ("in 2008", "in two thousand eight"),
    ("in 1905", "in nineteen oh five"),
    ("in 1900", "in nineteen hundred"),
    ("in 2026.", "in twenty twenty-six."),
    ("1990–1995", "nineteen ninety to nineteen ninety-five"),
    ("the 1990s", "the nineteen nineties"),
    ("the '80s", "the eighties"),
    ("2026-03-14", "March fourteenth, twenty twenty-six"),
    ("2026-03-14T19:05:00Z", "March fourteenth, twenty twenty-six at nineteen oh five and zero seconds UTC"),
    ("3/14/2026", "March fourteenth, twenty twenty-six"),
    ("31/12/1999", "December thirty-first, nineteen ninety-nine"),
    ("14.03.2026", "March fourteenth, twenty twenty-six"),
    ("14 March 2026", "the fourteenth of March, twenty twenty-six"),
    ("the 3rd of June", "the third of June"),
    ("March 14, 2026", "March fourteenth, twenty twenty-six"),
    ("Dec. 25", "December twenty-fifth"),
    ("in Sept. 2020", "in September twenty twenty"),
    ("99/99/9999", "ninety-nine slash ninety-nine slash nine thousand nine hundred ninety-nine"),
]

TIMES = [
    ("7:30 pm", "seven thirty PM"),
    ("at 7 p.m.", "at seven PM."),
    ("at 7 p.m. today", "at seven PM today"),
    ("19:05", "nineteen oh five"),
    ("7:00", "seven o'clock"),
    ("12:00 AM", "twelve AM"),
    ("00:15", "zero fifteen"),
    ("9am-5pm", "nine AM-five PM"),
]

MONEY = [
    ("$1", "one dollar"),
    ("$3.50", "three dollars and fifty cents"),
    ("$0.99", "ninety-nine cents"),
    ("$1.01", "one dollar and one cent"),
    ("£2.01", "two pounds and one penny"),
    ("€5", "five euros"),
    ("5€", "five euros"),
    ("¥1,200", "one thousand two hundred yen"),
    ("1200円", "one thousand two hundred yen"),
    ("$1.5 million", "one point five million dollars"),
    ("$3bn", "three billion dollars"),
    ("$20k", "twenty thousand dollars"),
    ("$5-10", "five to ten dollars"),
    ("-$5", "minus five dollars"),
    ("US$100", "one hundred U.S. dollars"),
    ("100 USD", "one hundred dollars"),
    ("$20/hr", "twenty dollars per hour"),
    ("50¢", "fifty cents"),
    ("€1.999", "one point nine nine nine euros"),
]

UNITS = [
    ("5 km", "five kilometers"),
    ("1 kg", "one kilogram"),
    ("60 km/h", "sixty kilometers per hour"),
    ("10 MB/s", "ten megabytes per second"),
    ("5 m²", "five square meters"),
    ("9.8 m/s²", "nine point eight meters per square second"),
    ("20°C", "twenty degrees Celsius"),
    ("-5 ℃", "minus five degrees Celsius"),
    ("72 °F", "seventy-two degrees Fahrenheit"),
    ("45°", "forty-five degrees"),
    ("5-10 km", "five to ten kilometers"),
    ("5'10\"", "five foot ten"),
    ("2.4GHz", "two point four gigahertz"),
    ("100㎏", "one hundred kilograms"),
    ("250µs", "two hundred fifty microseconds"),
    ("5 in. of rain", "five inches of rain"),
    ("60 mph", "sixty miles per hour"),
]

ADDRESSES = [
    ("https://example.com/a?b=1.", "example dot com slash a question mark b equals one."),
    ("www.example.com", "www dot example dot com"),
    ("example.org:8080/x", "example dot org colon eight zero eight zero slash x"),
    ("john.doe@example.com", "john dot doe at example dot com"),
    ("(555) 123-4567", "five five five, one two three, four five six seven"),
    ("555-1234", "five five five, one two three four"),
    ("+44 20 7946 0958", "plus four four, two zero, seven nine four six, zero nine five eight"),
    ("+14155550123", "plus one, four one five, five five five, zero one two three"),
    ("open main.py", "open main dot py"),
]

WORDS_AND_SIGNS = [
    ("Dr. Smith vs. Mr. Jones", "Doctor Smith versus Mister Jones"),
    ("Mrs Hall and Prof. Lee", "Missus Hall and Professor Lee"),
    ("e.g. this, i.e. that", "for example this, that is that"),
    ("tea, milk, etc.", "tea, milk, et cetera."),
    ("etc. and so on", "et cetera and so on"),
    ("123 Main St.", "one hundred twenty-three Main Street."),
    ("St. Mary", "Saint Mary"),
    ("Acme Inc. is", "Acme Incorporated is"),
    ("No. 5, p. 12", "number five, page twelve"),
    ("No. I do not.", "No. I do not."),
    ("AT&T", "AT and T"),
    ("C# and C++", "C sharp and C plus plus"),
    ("#1 and #tag", "number one and hashtag tag"),
    ("a < b > c", "a less than b greater than c"),
    ("x >= 5 and x != 6", "x is at least five and x does not equal six"),
    ("**bold** and `code`", "bold and code"),
    ("snake_case", "snake case"),
    ("and/or", "and slash or"),
    ("# Heading", "Heading"),
    ("wait... what?!", "wait… what?"),
    ("“Don’t”", "“Don't”"),
    ("yes，no。", "yes, no."),
    ("Hello 🙂 world 👨‍👩‍👧", "Hello world"),
    ("10 Ω and π", "ten ohms and pi"),
    ("3 > 2", "three greater than two"),
    ("~5", "about five"),
    ("one -- two", "one — two"),
    ("U.S. and a.m. stay", "U.S. and a.m. stay"),
    ("ﬁne Ⅳ", "fine IV"),
    ("naïve café, Łódź", "naïve café, Łódź"),
    ("I'd've", "I'd've"),
]


@pytest.mark.parametrize(
    ("written", "read"),
    [*NUMBERS, *YEARS_AND_DATES, *TIMES, *MONEY, *UNITS, *ADDRESSES, *WORDS_AND_SIGNS],
)
def test_it_is_read(written: str, read: str) -> None:
    assert normalise(written, "en") == read


@given(st.integers(0, 10**15 - 1))
def test_a_cardinal_names_its_value(number: int) -> None:
    assert value(cardinal(str(number))) == number


@given(st.integers(1, 10**9))
def test_an_ordinal_differs_from_its_cardinal_in_the_last_word(number: int) -> None:
    assert ordinal(str(number))[:-6].startswith(cardinal(str(number))[:-6])


@given(st.integers(1100, 2099))
def test_a_year_has_no_digit_left(number: int) -> None:
    assert not any(map(str.isdigit, year(str(number))))


WORD = st.text(st.sampled_from("bdjkquvwxyzéñß"), min_size=5, max_size=9)
BETWEEN = st.text(st.sampled_from("0123456789 .,:;-/$€%&@#+=<>()[]'\"!?~^*_|\\°²½\n"), min_size=1, max_size=6)


@given(st.lists(st.tuples(WORD, BETWEEN), max_size=12))
@settings(max_examples=300, deadline=None)
def test_letters_that_no_rule_knows_stay(pieces: list[tuple[str, str]]) -> None:
    read = normalise("".join(word + between for word, between in pieces), "en")
    place = 0
    for word, _ in pieces:
        place = read.index(word, place) + len(word)


@given(st.text(st.sampled_from("0123456789abcEMkst .,:;-/$€%&@#+=<>()'\"~^*_|°²½年円α"), max_size=60))
@settings(max_examples=500, deadline=None)
def test_no_digit_or_sign_is_left(text: str) -> None:
    read = normalise(text, "en")
    assert not any(c.isdecimal() or c in "$€%&@#+=<>^*_|°²½" for c in read)


@pytest.mark.parametrize(
    "text",
    [
        "1" * 5_000,
        "1," * 20_000,
        "1-" * 20_000,
        "1/" * 20_000,
        "a." * 20_000,
        "a-a." * 10_000,
        "+1 " * 10_000,
        "1:" * 20_000,
        "$" * 40_000,
        "." * 40_000,
        "@a" * 20_000,
        "www." * 10_000,
        "1 " * 20_000,
        "x" * 40_000,
        " -" * 20_000,
    ],
)
@pytest.mark.timeout(10)
def test_no_text_takes_long(text: str) -> None:
    assert isinstance(normalise(text, "en"), str)


def test_five_thousand_digits_are_read_one_by_one() -> None:
    assert normalise("12" * 2_500, "en") == " ".join(["one two"] * 2_500)


SMALL = {cardinal(str(number)): number for number in range(100)}
SCALES = {"thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}


def value(words: str) -> int:
    """The number that `words` name, found without the code under test but for the numbers below a hundred."""
    total = group = 0
    for word in words.split():
        if word == "hundred":
            group *= 100
        elif word in SCALES:
            total, group = total + group * SCALES[word], 0
        else:
            group += SMALL[word]
    return total + group
