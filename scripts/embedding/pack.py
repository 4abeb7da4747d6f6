"""Packs a trained table (float32 .npy, one row a piece) as data/embedding.bin; src/models/static-embedder.ts reads it.

    python pack.py <table.npy> <tokenizer.json> <embedding.bin> <id>

Pieces in other scripts than Latin and Greek are left out: MiniLM never learned what they mean, and Chinese reaches the
table as English. A word that the remaining pieces cannot spell has no vector.
"""
import json
import re
import struct
import sys

import numpy as np

# Letters, digits, ASCII and Latin-1 marks, Latin extensions, Greek, general punctuation, currency, letterlike, maths.
KEPT = re.compile(r"^(##)?[!-~\u00a1-\u024f\u0370-\u03ff\u2010-\u2265]+$")
SPECIAL = re.compile(r"^\[(unused\d+|PAD|UNK|CLS|SEP|MASK)\]$")

table_file, tokenizer_file, out_file, name = sys.argv[1:5]
rows = np.load(table_file)
vocabulary = json.load(open(tokenizer_file))["model"]["vocab"]
kept = sorted((row, piece) for piece, row in vocabulary.items() if KEPT.match(piece) and not SPECIAL.match(piece))
picked = rows[[row for row, _ in kept]]
scales = np.maximum(np.abs(picked).max(axis=1), 1e-9) / 127
pieces = "\n".join(piece for _, piece in kept).encode()
header = json.dumps(
    {"id": name, "dimensions": int(rows.shape[1]), "pieces": len(kept), "vocabularyBytes": len(pieces)}
).encode()
with open(out_file, "wb") as out:
    out.write(struct.pack("<I", len(header)) + header + pieces)
    out.write(scales.astype("<f4").tobytes())
    out.write(np.rint(picked / scales[:, None]).astype(np.int8).tobytes())
print(len(kept), "pieces of", len(vocabulary))
