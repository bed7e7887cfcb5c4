"""Asking a model about a change: what it said before and still stands, then what it finds in what is new.

Whatever goes wrong with the model, the review goes on by rules and says so (P13).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from buddy.app.base_memory import BaseMemory
from buddy.app.guidelines import read_guidelines
from buddy.app.model_job import ModelJob, Modelled
from buddy.app.ports import PullRequest, Workspace
from buddy.app.ports.model import Model
from buddy.app.sources import BlobHost, read_texts
from buddy.core.change import Change
from buddy.core.findings.finding import Finding
from buddy.core.learnings.selection import Selection
from buddy.core.memory.risks import risks
from buddy.core.model.anchoring import NotKept, anchored
from buddy.core.model.packing import Room, pack
from buddy.core.model.question import NoAnswer
from buddy.core.model.review_answer import SaidAbout
from buddy.core.model.review_prompt import Asked, KnownProblem, PullText, left_out_rows, review_questions, unseen
from buddy.core.model.rules import review_rules
from buddy.core.model.understanding import understood
from buddy.core.notice import Notice
from buddy.core.review.evidence import renamed
from buddy.core.review.known import Known
from buddy.core.review.model_account import ModelAccount
from buddy.core.review.recollection import Recollection
from buddy.core.review.repeats import Before, Settled, settle_new
from buddy.core.review.said_before import contents, said_by_model, stayed
from buddy.core.review.scope import head_files

QUESTION_TOKENS = 20_000
"""Of the diff in one question: small enough for a model to keep in view."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Scene:
    """What a model's review is about, as far as it was gathered."""

    base: BaseMemory
    pull_request: PullRequest
    change: Change
    recollection: Recollection
    reported: Sequence[Finding]
    selection: Selection


def review_by_model(job: ModelJob, scene: Scene, *, host: BlobHost, workspace: Workspace | None) -> Modelled:
    """Raises Refusal of the host alone; `workspace` None leaves every text to the host."""
    said = said_by_model(scene.recollection.known)
    reading = _Reading(host=host, workspace=workspace)
    before = _before(said, scene, reading)
    account: ModelAccount | None = None
    fresh: tuple[Finding, ...] = ()
    notices: list[Notice] = []
    if job.model is not None:
        account, fresh, notices = _ask(job.model, job, scene, before, reading)
    settled = _settled(fresh, before, scene, reading)
    if account is not None:
        again = [NotKept.REPEATED] * settled.repeated + [NotKept.SAME_TWICE] * settled.twice
        account = account.with_dropped(again)
    pairs = [(one.finding, one.known) for one in before.kept] + [(one.finding, one.known) for one in settled.new]
    return Modelled(
        findings=tuple(finding for finding, _ in pairs),
        certain={index: known for index, (_, known) in enumerate(pairs) if known is not None},
        account=account,
        notices=tuple(notices),
        judged=bool(said),
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class _Reading:
    """Where texts come from: the head's also from the workspace, older ones from the host alone."""

    host: BlobHost
    workspace: Workspace | None

    def now(self, blobs: Mapping[str, str]) -> dict[str, str | None]:
        return read_texts(blobs, host=self.host, workspace=self.workspace)

    def before(self, blobs: Mapping[str, str]) -> dict[str, str | None]:
        return read_texts(blobs, host=self.host, workspace=None)


def _before(said: Sequence[Known], scene: Scene, reading: _Reading) -> Before:
    renames = renamed(scene.change)
    needed = contents(said, change=scene.change, renames=renames)
    kept = stayed(
        said,
        change=scene.change,
        renames=renames,
        now=reading.now(needed.now),
        before=reading.before(needed.before),
    )
    standing = {one.known.fingerprint for one in kept}
    gone = [item for item in said if item.fingerprint not in standing]
    return Before(kept=kept, gone=gone, reported=scene.reported)


def _ask(
    model: Model,
    job: ModelJob,
    scene: Scene,
    before: Before,
    reading: _Reading,
) -> tuple[ModelAccount, tuple[Finding, ...], list[Notice]]:
    config = scene.base.config
    memory = scene.recollection.memory
    reviewed = {} if job.full or memory is None else memory.hunks_seen
    packed = pack(
        scene.change,
        exclude=config.review.exclude,
        own_files=scene.base.own_files,
        reviewed=reviewed,
        room=Room(question=QUESTION_TOKENS, run=config.ai.max_input_tokens),
    )
    asked: tuple[Asked, ...] = ()
    cut: tuple[str, ...] = ()
    if packed.questions:
        rules = review_rules(
            profile=config.review.profile,
            guidelines=read_guidelines(
                scene.base.tree, change=scene.change, host=reading.host, workspace=reading.workspace
            ),
            learnings=scene.selection.block if scene.selection.selected else "",
        )
        cut = rules.cut
        text = PullText(
            title=scene.pull_request.title,
            body=scene.pull_request.body,
            intent=memory.intent if memory is not None else "",
        )
        known = _known(before)
        asked = review_questions(rules, packed, change=scene.change, text=text, known=known)
    answers = _answers(model, asked, scene)
    notices = _notices(model, answers, unseen(packed))
    account = ModelAccount(
        name=model.name,
        answered=answers.trouble is None or bool(answers.hunks),
        trouble=answers.trouble.trouble.value if answers.trouble is not None else None,
        usage=model.usage(),
        questions=len(asked),
        prompt=_sums(asked),
        left_out=left_out_rows(packed),
        hidden=sum(piece.hidden for one in asked for piece in one.pieces),
        masked=sum(piece.masked for one in asked for piece in one.pieces),
        guidelines_cut=cut,
        dropped=tuple(answers.dropped),
        cited=tuple(dict.fromkeys(name for finding in answers.findings for name in finding.because)),
        silent=tuple(dict.fromkeys(answers.silent)),
        hunks=answers.hunks,
        reading=understood(answers.about, known_risks=risks(scene.change)),
    )
    return account, tuple(answers.findings), notices


@dataclass(kw_only=True, slots=True)
class _Answers:
    findings: list[Finding]
    dropped: list[NotKept]
    silent: list[str]
    hunks: dict[str, list[str]]
    trouble: NoAnswer | None = None
    about: SaidAbout | None = None


def _answers(model: Model, asked: Sequence[Asked], scene: Scene) -> _Answers:
    """Until one question fails: what comes after it would mostly fail, too, and is asked by the next run."""
    answers = _Answers(findings=[], dropped=[], silent=[], hunks={})
    rendered = {entry.id for entry in scene.selection.selected}
    for one in asked:
        try:
            answer = model.ask(one.question)
        except NoAnswer as trouble:
            answers.trouble = trouble
            break
        found = anchored(answer, one.pieces, rendered=rendered, profile=scene.base.config.review.profile)
        answers.findings += found.findings
        answers.dropped += found.dropped
        answers.silent += found.silent
        answers.about = answers.about or answer.about
        for piece in one.pieces:
            answers.hunks.setdefault(piece.path, []).append(piece.digest)
    return answers


def _settled(fresh: Sequence[Finding], before: Before, scene: Scene, reading: _Reading) -> Settled:
    """Which of the new ones are new: not what was said before, by whomever."""
    if not fresh:
        return Settled()
    files = head_files(scene.change)
    paths = {finding.path for finding in fresh}
    blobs = {path: file.blob for path, file in files.items() if path in paths and file.blob is not None}
    old = {item.path: item.blob for item in before.gone if item.blob is not None}
    return settle_new(
        fresh,
        before,
        texts=reading.now(blobs),
        old_texts=reading.before(old),
        renames=renamed(scene.change),
    )


def _known(before: Before) -> list[KnownProblem]:
    rows = [_problem(one.finding, "hidden by a note" if one.known.suppressed_by else "reported") for one in before.kept]
    rows += [
        KnownProblem(path=item.path, line=None, category=item.category, message=item.says, state="reported earlier")
        for item in before.gone
    ]
    return rows + [_problem(finding, "reported by a tool") for finding in before.reported]


def _problem(finding: Finding, state: str) -> KnownProblem:
    return KnownProblem(
        path=finding.path or "", line=finding.line, category=finding.category, message=finding.message, state=state
    )


def _sums(asked: Sequence[Asked]) -> Mapping[str, int]:
    sums: Counter[str] = Counter()
    for one in asked:
        sums.update(one.parts)
    return dict(sums)


def _notices(model: Model, answers: _Answers, missing: Sequence[str]) -> list[Notice]:
    notices = []
    if answers.trouble is not None:
        rest = "for a part of the change" if answers.hunks else "for this run"
        message = f"{model.name} did not review, {rest}: {answers.trouble} Everything else is done by rules."
        notices.append(Notice(id="model-unavailable", message=message))
    if missing:
        named = ", ".join(f"`{path}`" for path in missing[:5])
        more = f" and {len(missing) - 5} more" if len(missing) > 5 else ""
        message = f"The model did not see {named}{more} in full: too large for the host, a question, or the budget."
        notices.append(Notice(id="model-partial", message=message))
    return notices
