"""Asking a model what people asked: each question once, with what it is about as data. Loaded only where one is due."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from buddy.app.conversation import Conversation
from buddy.app.ports.model import Model
from buddy.core.change import Change
from buddy.core.commands import Ask, Command, Problem, Summary
from buddy.core.memory.marker import visible
from buddy.core.memory.snapshot import FindingState
from buddy.core.model.blocks import KnownProblem, PullText
from buddy.core.model.chat_account import ChatAccount
from buddy.core.model.chat_answer import shown
from buddy.core.model.chat_prompt import CHAT_RULES, Spoken, Subject, chat_question
from buddy.core.model.packing import Room, pack
from buddy.core.model.pieces import Piece, pieces
from buddy.core.model.question import NoAnswer, Trouble
from buddy.core.respond.conversation import Due
from buddy.core.respond.handlers.explain import selection_here
from buddy.core.respond.situation import Situation
from buddy.core.respond.source import Key, Source
from buddy.core.respond.told import Told
from buddy.core.review.known import Known

CHANGE_TOKENS = 12_000
"""Of the diff in a question about the whole change."""
AROUND_TOKENS = 4_000
"""Of the diff in a question about one finding: what stands nearest to its line."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Chat:
    """What the model said, by comment and command, and what that cost."""

    told: Mapping[tuple[Key, int], Told]
    account: ChatAccount


def chat(
    found: Sequence[Due], *, situation: Situation, conversation: Conversation, model: Model, own_login: str | None
) -> Chat:
    """Answers the questions of these comments, whose authors may ask. Never raises: a failure is an answer, too.

    After the first failure nothing more is asked: it would mostly fail the same way, at the same cost.
    """
    run = _Run(situation=situation, conversation=conversation, model=model, own_login=own_login)
    before = model.usage()
    told = {
        (one.source.key, each.n): run.answer(each, one.source)
        for one in found
        for each in one.asked
        if isinstance(each, Ask | Summary)
    }
    account = ChatAccount(
        name=model.name,
        questions=run.asked,
        prompt=dict(run.prompt),
        usage=model.usage().since(before),
        trouble=run.trouble.trouble.value if run.trouble is not None else None,
        cited=tuple(dict.fromkeys(name for each in told.values() for name in each.because)),
    )
    return Chat(told=told, account=account)


def wants_model(asked: Sequence[Command | Problem]) -> bool:
    """Whether a model has a part in answering these."""
    return any(isinstance(each, Ask | Summary) for each in asked)


@dataclass(kw_only=True, slots=True)
class _Run:
    situation: Situation
    conversation: Conversation
    model: Model
    own_login: str | None
    asked: int = 0
    prompt: Counter[str] = field(default_factory=Counter)
    trouble: NoAnswer | None = None

    def answer(self, command: Ask | Summary, source: Source) -> Told:
        if self.trouble is not None:
            return Told(model=self.model.name, trouble=str(self.trouble))
        known = self.situation.threads.get(source.thread or 0) if isinstance(command, Ask) else None
        selection = selection_here(self.situation, paths=None if known is None else (known.path,))
        question = chat_question(
            self._subject(known, source),
            learnings=selection.block if selection.selected else "",
            asked=command.text if isinstance(command, Ask) else None,
        )
        self.asked += 1
        self.prompt.update(question.parts)
        try:
            said = self.model.ask(question.question)
        except NoAnswer as trouble:
            self.trouble = trouble
            return Told(model=self.model.name, trouble=str(trouble))
        rendered = {entry.id for entry in selection.selected}
        kept = shown(said, fence=question.fence, rules=CHAT_RULES, rendered=rendered)
        if kept is None:
            return Told(model=self.model.name, trouble=str(NoAnswer(Trouble.MALFORMED)))
        return Told(model=self.model.name, text=kept.text, because=kept.because)

    def _subject(self, known: Known | None, source: Source) -> Subject:
        pull, memory = self.conversation.pull_request, self.situation.memory
        change = self.situation.change or Change(files=(), total=0)
        text = PullText(
            title=pull.title if pull is not None else "",
            body=pull.body if pull is not None else "",
            intent=memory.intent if memory is not None else "",
        )
        return Subject(
            text=text,
            change=change,
            pieces=self._whole(change) if known is None else around(known, change),
            known=[self._problem(each) for each in self.situation.known],
            memory=memory,
            finding=self._problem(known) if known is not None else None,
            thread=tuple(self._thread(source)),
        )

    def _whole(self, change: Change) -> tuple[Piece, ...]:
        base = self.conversation.base
        packed = pack(
            change,
            exclude=base.config.review.exclude,
            own_files=base.own_files,
            reviewed={},
            room=Room(question=CHANGE_TOKENS, run=CHANGE_TOKENS),
        )
        return tuple(piece for group in packed.questions for piece in group)

    def _thread(self, source: Source) -> Iterator[Spoken]:
        """What was said before the question, Buddy's own words among it; nothing outside threads."""
        if not source.is_reply:
            return
        for each in self.conversation.sources:
            if each.thread == source.thread and each.key.kind is source.key.kind and each.key.id < source.key.id:
                own = each.author == self.own_login
                yield Spoken(
                    by="Buddy" if own else each.author or "ghost", text=visible(each.body) if own else each.body
                )

    def _problem(self, known: Known) -> KnownProblem:
        memory = self.situation.memory
        entry = memory.findings.get(known.fingerprint) if memory is not None else None
        state = entry.state if entry is not None else FindingState.OPEN
        return KnownProblem(
            path=known.path, line=known.line, category=known.category, message=known.says, state=state.value
        )


def around(known: Known, change: Change) -> tuple[Piece, ...]:
    """The hunks of a finding's file that are nearest to its line, in the order of the file."""
    file = next((each for each in change.files if known.path in each.names), None)
    there = tuple(pieces(file)) if file is not None else ()
    line = known.line or 0
    nearest = sorted(range(len(there)), key=lambda index: (_distance(there[index], line), index))
    kept: set[int] = set()
    room = AROUND_TOKENS
    for index in nearest:
        if there[index].tokens > room:
            break
        kept.add(index)
        room -= there[index].tokens
    return tuple(there[index] for index in sorted(kept))


def _distance(piece: Piece, line: int) -> int:
    return min((abs(number - line) for number in piece.numbered), default=0)
