# SPDX-License-Identifier: Apache-2.0
"""Changes of an op at random. About half of them leave it valid."""
import copy
import re

from jaxlib.mlir import ir

ELEMENTS = ["f32", "f64", "bf16", "f16", "f8E4M3FN", "f8E5M2", "i1", "i4", "i8", "i16", "i32", "i64", "ui4", "ui8", "ui16",
            "ui32", "ui64", "complex<f32>", "complex<f64>"]
NUMBERS = ["0", "1", "-1", "2", "3", "4", "7", "100", "9223372036854775807", "-9223372036854775808"]
WORDS = {
    "comparison_direction": ["EQ", "NE", "GE", "GT", "LE", "LT", "ABOVE"],
    "comparison_type": ["NOTYPE", "FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED"],
    "precision": ["DEFAULT", "HIGH", "HIGHEST", "LOW"],
    "fft_type": ["FFT", "IFFT", "RFFT", "IRFFT"],
    "transpose": ["NO_TRANSPOSE", "TRANSPOSE", "ADJOINT", "TRANSPOSE_INVALID"],
    "rng_algorithm": ["DEFAULT", "THREE_FRY", "PHILOX"],
    "rng_distribution": ["UNIFORM", "NORMAL"],
    "result_accuracy_mode": ["DEFAULT", "HIGHEST", "TOLERANCE"],
}


def element(type_):
    return re.match(r"tensor<(?:[\d?]+x)*(.*)>$", type_).group(1)


def shape(type_):
    return re.match(r"tensor<((?:\d+x)*)", type_).group(1).split("x")[:-1]


def tensor(sizes, of):
    return f"tensor<{''.join(size + 'x' for size in sizes)}{of}>"


def everywhere(op, function):
    """Each type of the op, and of its regions."""
    op.operands = [function(t) for t in op.operands]
    op.results = [function(t) for t in op.results]
    op.regions = re.sub(r"tensor<(?:\d+x)*(?:complex<\w+>|\w+)>", lambda found: function(found.group()), op.regions)


def change_elements(dice, op):
    """All of one element type become another: mostly valid."""
    old = dice.choice([element(t) for t in op.operands + op.results])
    new = dice.choice(ELEMENTS)
    everywhere(op, lambda t: tensor(shape(t), new) if element(t) == old else t)


def change_element(dice, op):
    types = dice.choice([x for x in (op.operands, op.results) if x])
    i = dice.randrange(len(types))
    types[i] = tensor(shape(types[i]), dice.choice(ELEMENTS))


def change_sizes(dice, op):
    """All dimensions of one size get another."""
    sizes = [size for t in op.operands + op.results for size in shape(t)]
    if not sizes:
        return change_elements(dice, op)
    old, new = dice.choice(sizes), dice.choice(["0", "1", "2", "3", "5", "8"])
    everywhere(op, lambda t: tensor([new if size == old else size for size in shape(t)], element(t)))


def change_size(dice, op):
    types = dice.choice([x for x in (op.operands, op.results) if x])
    i = dice.randrange(len(types))
    sizes = shape(types[i])
    if sizes:
        sizes[dice.randrange(len(sizes))] = dice.choice(["0", "1", "2", "3", "4", "6"])
    types[i] = tensor(sizes, element(types[i]))


def change_rank(dice, op):
    types = dice.choice([x for x in (op.operands, op.results) if x])
    i = dice.randrange(len(types))
    sizes = shape(types[i])
    if sizes and dice.random() < 0.5:
        sizes.pop(dice.randrange(len(sizes)))
    else:
        sizes.insert(dice.randint(0, len(sizes)), dice.choice(["1", "2", "3"]))
    types[i] = tensor(sizes, element(types[i]))


def change_ranks(dice, op):
    """Each tensor gets a dimension more, in front or behind."""
    size, first = dice.choice(["1", "2"]), dice.random() < 0.5
    add = lambda t: tensor([size, *shape(t)] if first else [*shape(t), size], element(t))
    op.operands, op.results = [add(t) for t in op.operands], [add(t) for t in op.results]


def change_operands(dice, op):
    what, types = dice.randrange(3), dice.choice([op.operands, op.results])
    if not types:
        return op.operands.append("tensor<2xf32>")
    i = dice.randrange(len(types))
    if what == 0:
        types.pop(i)
    elif what == 1:
        types.insert(i, types[i])
    else:
        j = dice.randrange(len(types))
        types[i], types[j] = types[j], types[i]


def change_number(dice, text):
    """One number of an attribute, a list's or its own."""
    places = [m for m in re.finditer(r"(?<![\w.#])-?\d+(?![\w.x])", text)]
    if not places:
        return text
    at = dice.choice(places)
    old = int(at.group())
    new = dice.choice([str(old + 1), str(old - 1), *NUMBERS])
    return text[:at.start()] + new + text[at.end():]


def change_list(dice, text):
    """A list gets longer, shorter, or another order."""
    places = [m for m in re.finditer(r"(?<=\[)[\w, -]*(?=\])|(?<=i64: )[\d, -]+|(?<=i1: )[\w, ]+", text)]
    if not places:
        return change_number(dice, text)
    at = dice.choice(places)
    items = [item for item in at.group().split(", ") if item]
    what = dice.randrange(4)
    if what == 0 and items:
        items.pop(dice.randrange(len(items)))
    elif what == 1:
        items.insert(dice.randint(0, len(items)), dice.choice(items) if items else "0")
    elif what == 2:
        dice.shuffle(items)
    else:
        items = items[:1]
    changed = text[:at.start()] + ", ".join(items) + text[at.end():]
    return re.sub(r"array<(i\d+): >", r"array<\1>", changed)


def change_word(dice, text):
    places = [m for m in re.finditer(r"(?<=#stablehlo<)(\w+) (\w+)(?=>)|(?<=#stablehlo\.)(result_accuracy_mode)<(\w+)(?=>)",
                                     text)]
    if not places:
        return {"true": "false", "false": "true"}.get(text) or change_number(dice, text)
    at = dice.choice(places)
    kind = 1 if at.group(1) else 3
    return text[:at.start(kind + 1)] + dice.choice(WORDS[at.group(kind)]) + text[at.end(kind + 1):]


def change_kind(dice, text):
    """The type of an attribute: of another width, or of another kind."""
    return dice.choice([lambda: re.sub(r"\bi64\b", "i32", text), lambda: re.sub(r"\bi32\b", "i64", text),
                        lambda: re.sub(r"\bf32\b", "f64", text), lambda: re.sub(r"array<(i64|i1): (.*)>", r"dense<[\2]> : tensor<2x\1>", text),
                        lambda: "dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>", lambda: "dense<1> : tensor<2x2xi64>",
                        lambda: "1.000000e+00 : f32", lambda: '"text"', lambda: "true", lambda: "1 : i64", lambda: "unit"])()


def change_attribute(dice, op):
    if not op.attributes:
        return change_element(dice, op)
    i = dice.randrange(len(op.attributes))
    if dice.random() < 0.15:
        op.attributes.pop(i)
        return None
    change = dice.choice([change_number, change_number, change_list, change_list, change_word, change_kind])
    op.attributes[i] = [op.attributes[i][0], change(dice, op.attributes[i][1])]
    return None


def change_region(dice, op):
    if not op.regions:
        return change_attribute(dice, op)
    what = dice.randrange(6)
    if what == 0:
        op.regions = ""
    elif what == 1:
        op.regions = op.regions[:-1] + ", " + op.regions[1:]
    elif what == 2:
        op.regions = re.sub(r"tensor<(?:\d+x)*(\w+)>", f"tensor<{dice.choice(ELEMENTS)}>", op.regions)
    elif what == 3:
        arguments = re.findall(r"%\w+: tensor<[^>]*>", op.regions)
        if arguments:
            op.regions = op.regions.replace(dice.choice([", " + arguments[-1], arguments[0] + ", "]), "", 1)
    elif what == 4:
        op.regions = op.regions.replace('"stablehlo.add"', dice.choice(['"stablehlo.atan2"', '"stablehlo.negate"', '"stablehlo.xor"']))
    else:
        places = [m for m in re.finditer(r"tensor<(?:\d+x)*\w+>", op.regions)]
        if places:
            at = dice.choice(places)
            op.regions = op.regions[:at.start()] + dice.choice(["tensor<f32>", "tensor<1xf32>", "tensor<i1>", "tensor<i32>"]) + op.regions[at.end():]
    return None


CHANGES = [change_elements, change_element, change_sizes, change_size, change_rank, change_ranks, change_operands,
           change_attribute, change_attribute, change_attribute, change_region]


def change_tokens(dice, text):
    """A token of the op's own lines goes, comes twice, or becomes another."""
    lines = text.split("\n")
    op_lines = [i for i, line in enumerate(lines) if "stablehlo." in line or "chlo." in line]
    if not op_lines:
        return text
    i = dice.choice(op_lines)
    tokens = re.findall(r'"[^"]*"|[%@#]?[\w.$-]+|->|\s+|.', lines[i])
    solid = [k for k, token in enumerate(tokens) if not token.isspace()]
    at = dice.choice(solid)
    what = dice.randrange(4)
    if what == 0:
        tokens[at] = ""
    elif what == 1:
        tokens[at] = tokens[at] + " " + tokens[at]
    elif what == 2:
        tokens[at] = tokens[dice.choice(solid)]
    elif tokens[at].lstrip("-").isdigit():
        tokens[at] = dice.choice(NUMBERS)
    lines[i] = "".join(tokens)
    return "\n".join(lines)


def changed(dice, op, context):
    """A program of the op, changed once or twice, in one of its spellings."""
    op = copy.deepcopy(op)
    way = dice.random()
    if way < 0.2:
        with context:
            return change_tokens(dice, str(ir.Module.parse(op.text())))
    for _ in range(dice.choice([1, 1, 2])):
        if op.operands or op.results:
            dice.choice(CHANGES)(dice, op)
    return op.text("{{{0}}}" if way < 0.3 else "<{{{0}}}>")
