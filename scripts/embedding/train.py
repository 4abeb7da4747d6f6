"""Distils MiniLM into one vector a word piece.

    python train.py texts.json table.npy

Several tables are trained and averaged: their mean was better than each of them on XQuAD, which nothing here was
trained on. About 20 minutes on two cores, most of them for the teacher.
"""
import json
import sys

import numpy as np
import scipy.sparse as sparse
from minilm import CLS, PIECES, SEP, embed, embed_pieces, pieces

DIMENSIONS = 256
TEMPERATURE = 0.05
RIDGE = 3.0
# Pieces of a text that the teacher reads.
LONGEST = 110
# Share of a text's pieces that a training step leaves out.
DROPPED = 0.1
TAUGHT_IN_A_BATCH = 1024
PAIR_HEAVY = dict(title=200, surroundings=300, keywords=200, term=60, gloss=90, synonym=30, example=40, question=104)
TEACHER_HEAVY = dict(title=130, surroundings=60, keywords=60, term=50, gloss=90, synonym=20, example=30, question=72)
# seed, steps, weight of the teacher, learning rate, pairs of each kind in a batch, weight in the mean
RUNS = [(0, 2000, 0.3, 0.02, PAIR_HEAVY, 0.3), (0, 1000, 2.0, 0.01, TEACHER_HEAVY, 0.7)]


def unit(rows):
    return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)


def bags(rows):
    ends = np.concatenate([[0], np.cumsum([len(row) for row in rows])])
    return sparse.csr_matrix(
        (np.ones(ends[-1], np.float32), np.concatenate(rows), ends), shape=(len(rows), PIECES)
    )


def first_table(texts, rows, taught):
    """Each piece embedded alone, weighted by its rarity, then fitted to the teacher's vectors by ridge regression."""
    counts = np.asarray(bags(pieces(texts)).sum(0)).ravel() + 1
    frequency = counts / counts.sum()
    alone = embed_pieces([[CLS, piece, SEP] for piece in range(PIECES)])
    prior = (alone - alone.mean(0)) @ axes * (1e-4 / (1e-4 + frequency) + 0.02)[:, None].astype(np.float32)
    sums = bags(rows)
    lengths = np.maximum(np.asarray(sums.sum(1)).ravel(), 1)
    design = sparse.diags((lengths**-0.5).astype(np.float32)) @ sums
    prior /= np.median(np.linalg.norm(design @ prior, axis=1))
    # Conjugate gradients on (DᵀD + λ)x = Dᵀ(taught − D·prior), all columns at once.
    step = design.T @ (taught - design @ prior)
    residual, direction, change, squared = step.copy(), step.copy(), np.zeros_like(prior), (step * step).sum(0)
    for _ in range(25):
        image = design.T @ (design @ direction) + RIDGE * direction
        length = squared / np.maximum((direction * image).sum(0), 1e-12)
        change += direction * length
        residual -= image * length
        next_squared = (residual * residual).sum(0)
        direction = residual + direction * (next_squared / np.maximum(squared, 1e-12))
        squared = next_squared
    return (prior + change).astype(np.float32)


def through_norm(sums, gradient):
    """The gradient before normalising, from that of the unit vectors."""
    lengths = np.maximum(np.linalg.norm(sums, axis=1, keepdims=True), 1e-6)
    units = sums / lengths
    return (gradient - units * (units * gradient).sum(1, keepdims=True)) / lengths


def train(table, seed, steps, teacher_weight, learning_rate, mix):
    """In-batch contrastive learning on the pairs, both ways, plus the cosine to the teacher; Adam."""
    random = np.random.default_rng(seed)
    table = table.copy()
    learning_rate *= np.linalg.norm(table, axis=1).mean()
    mean, square = np.zeros_like(table), np.zeros_like(table)

    def thinned(row):
        kept = row[random.random(len(row)) > DROPPED] if len(row) >= 8 else row
        return kept if len(kept) else row

    for step in range(1, steps + 1):
        batch = [pairs[kind][i] for kind, size in mix.items() for i in random.choice(len(pairs[kind]), size)]
        left, right = bags([thinned(one) for one, _ in batch]), bags([thinned(other) for _, other in batch])
        left_sums, right_sums = left @ table, right @ table
        a, b = unit(left_sums), unit(right_sums)
        likeness = a @ b.T / TEMPERATURE
        rows = np.exp(likeness - likeness.max(1, keepdims=True))
        columns = np.exp(likeness - likeness.max(0, keepdims=True))
        wrong = rows / rows.sum(1, keepdims=True) + columns / columns.sum(0, keepdims=True)
        wrong -= 2 * np.eye(len(batch), dtype=np.float32)
        wrong /= 2 * len(batch) * TEMPERATURE
        gradient = left.T @ through_norm(left_sums, wrong @ b) + right.T @ through_norm(right_sums, wrong.T @ a)
        chosen = random.choice(len(taught_rows), TAUGHT_IN_A_BATCH)
        sums = bags([taught_rows[i] for i in chosen])
        pull = through_norm(sums @ table, taught[chosen] * (-8 / TAUGHT_IN_A_BATCH))
        gradient += teacher_weight * (sums.T @ pull)
        mean = 0.9 * mean + 0.1 * gradient
        square = 0.99 * square + 0.01 * gradient * gradient
        rate = learning_rate * (1 - step / steps) * min(1, step / 50)
        table -= rate * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.99**step)) + 1e-8)
    return table


texts_file, out_file = sys.argv[1:3]
data = json.load(open(texts_file))
vectors = embed(data["taught"], LONGEST)
centre = vectors.mean(0)
axes = np.linalg.svd(vectors[::5] - centre, full_matrices=False)[2][:DIMENSIONS].T.astype(np.float32)
taught = unit((vectors - centre) @ axes)
taught_rows = [row[: LONGEST - 2] for row in pieces(data["taught"])]
pairs = {}
for kind, rows in data["pairs"].items():
    both = zip(pieces([one for one, _ in rows]), pieces([other for _, other in rows]))
    pairs[kind] = [(one, other) for one, other in both if len(one) and len(other)]

start = first_table(data["counted"], taught_rows, taught)
result = np.zeros_like(start)
for seed, steps, teacher_weight, learning_rate, mix, share in RUNS:
    table = train(start, seed, steps, teacher_weight, learning_rate, mix)
    result += share * table / np.median(np.linalg.norm(table, axis=1))
# The first axes carry most of the variance; turned at random, all carry alike, which rounding to bytes needs.
turn = np.linalg.qr(np.random.default_rng(0).standard_normal((result.shape[1], result.shape[1])))[0]
np.save(out_file, (result @ turn).astype(np.float32))
