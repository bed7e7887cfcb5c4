"""A llama of random weights reviews a pull request, many times: whatever it says, the pull request stays whole.

`python tests/e2e/llama.py [RUNS]`. Needs `pip install xllamacpp gguf`, which nothing else does; without them it says so
and ends. The suite does the same with a seeded server (`test_model_random.py`); this is a real one, with its own ideas
of JSON, lengths and errors. Ends with 1 when a run fails, a comment stands on a wrong line, or a summary is not whole.
"""

from __future__ import annotations

import collections
import pathlib
import sys
import tempfile

ROOT = pathlib.Path(__file__).parents[2]
RUNS = 6
SIZE, FEED, CONTEXT = 64, 128, 9_216  # a little more than the prompt: it would go on for ever


def weights(path: pathlib.Path, *, seed: int) -> None:
    """Write the smallest llama that a server loads: bytes and ASCII as vocabulary, one layer, all numbers random."""
    import gguf
    import numpy

    numbers = numpy.random.default_rng(seed)
    special = [b"<unk>", b"<s>", b"</s>"]
    vocabulary = [*special, *(f"<0x{n:02X}>".encode() for n in range(256))]
    kinds = [gguf.TokenType.UNKNOWN, gguf.TokenType.CONTROL, gguf.TokenType.CONTROL, *[gguf.TokenType.BYTE] * 256]
    vocabulary += [chr(n).encode() if n != 32 else "\u2581".encode() for n in range(32, 127)]
    kinds += [gguf.TokenType.NORMAL] * 95
    file = gguf.GGUFWriter(str(path), "llama")
    file.add_context_length(CONTEXT)
    file.add_embedding_length(SIZE)
    file.add_block_count(1)
    file.add_feed_forward_length(FEED)
    file.add_head_count(2)
    file.add_head_count_kv(2)
    file.add_layer_norm_rms_eps(1e-5)
    file.add_rope_dimension_count(32)
    file.add_vocab_size(len(vocabulary))
    file.add_file_type(gguf.LlamaFileType.ALL_F32)
    file.add_tokenizer_model("llama")
    file.add_token_list(vocabulary)
    file.add_token_scores([0.0] * len(vocabulary))
    file.add_token_types(kinds)
    file.add_bos_token_id(1)
    file.add_eos_token_id(2)
    file.add_unk_token_id(0)
    file.add_chat_template("{% for m in messages %}{{ m.role }}: {{ m.content }}\n{% endfor %}")
    shapes = {
        "token_embd": (len(vocabulary), SIZE),
        "output": (len(vocabulary), SIZE),
        **{f"blk.0.{name}": (SIZE, SIZE) for name in ("attn_q", "attn_k", "attn_v", "attn_output")},
        "blk.0.ffn_gate": (FEED, SIZE),
        "blk.0.ffn_up": (FEED, SIZE),
        "blk.0.ffn_down": (SIZE, FEED),
    }
    for name, shape in shapes.items():
        values = numbers.standard_normal(shape) / numpy.sqrt(shape[-1])
        file.add_tensor(f"{name}.weight", values.astype(numpy.float32))
    for name in ("output_norm", "blk.0.attn_norm", "blk.0.ffn_norm"):
        file.add_tensor(f"{name}.weight", numpy.ones(SIZE, numpy.float32))
    file.write_header_to_file()
    file.write_kv_data_to_file()
    file.write_tensors_to_file()
    file.close()


def served(path: pathlib.Path) -> tuple[object, str]:
    """The server, which lives as long as the object, and its address for `model-base-url`."""
    import xllamacpp

    wanted = xllamacpp.CommonParams()
    wanted.model.path = str(path)
    wanted.n_ctx = CONTEXT
    wanted.n_parallel = 1
    wanted.n_predict = 400
    wanted.warmup = False
    server = xllamacpp.Server(wanted)
    return server, f"{server.listening_address}/v1"


def reviewed(folder: pathlib.Path, address: str) -> tuple[str, list[str]]:
    """Who reviewed, and what is wrong with the pull request after a first run and a push."""
    from buddy.sandbox import Sandbox
    from tests.e2e.harness import MORE, Runner, Story

    folder.mkdir()
    with Sandbox() as box:
        it = Story(box, Runner(box, folder), folder)
        inputs = {"model": "openai:random", "model-api-key": "k", "model-base-url": address}
        wrong = []
        for action in ("opened", "synchronize"):
            ran = it.review(inputs=inputs, action=action, here=True)
            if ran.code != 0:
                wrong.append(f"exit code {ran.code}: {ran.log[-300:]}")
                break
            if len(it.summaries) != 1 or it.memory()["runs"] < 1 or len(it.summaries[0].body) > 60_000:
                wrong.append("the summary is not whole")
            lines = MORE.count("\n") + 10
            wrong += [
                f"a comment on line {one.record.spot.line} of {one.record.spot.path}"
                for one in it.pull.review_comments
                if one.record.spot.path != "src/app.py" or not 1 <= (one.record.spot.line or 0) <= lines
            ]
            it.repo.commit("topic", {"src/app.py": MORE + "\n\nX = 1\n"}, by="alice")
        trouble = (ran.transcript.get("model") or {}).get("trouble")
        return str(trouble or "answered"), wrong


def main() -> int:
    try:
        import gguf  # noqa: F401 - asked for only to know whether it is there
        import xllamacpp  # noqa: F401
    except ImportError as missing:
        print(f"{missing}: `pip install xllamacpp gguf`, and this runs a real llama of random weights.")
        return 0
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else RUNS
    outcomes: collections.Counter[str] = collections.Counter()
    wrong: list[str] = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for seed in range(runs):
            weights(folder / f"{seed}.gguf", seed=seed)
            server, address = served(folder / f"{seed}.gguf")
            outcome, found = reviewed(folder / f"run{seed}", address)
            del server
            outcomes[outcome] += 1
            wrong += [f"seed {seed}: {one}" for one in found]
    print(f"{runs} llamas, two runs each: {dict(outcomes)}; {len(wrong)} things wrong")
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    sys.exit(main())
