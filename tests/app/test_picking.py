"""Looking for rules with a model: once a run, only where rules found nothing, and nothing is lost without an answer."""

from dataclasses import dataclass, field, replace

from buddy.app.picking import pick_rules
from buddy.core.findings.anchors import Identity
from buddy.core.model.question import NoAnswer, Trouble, Usage
from buddy.core.respond.disagreement import Disagreement
from buddy.core.respond.source import Key, Source, SourceKind
from buddy.core.review.known import Known


@dataclass
class SaysModel:
    """A model that answers every question with the same, or not at all."""

    said: object
    name: str = "x:says"
    asked: list = field(default_factory=list)

    def ask(self, question):
        self.asked.append(question)
        if isinstance(self.said, NoAnswer):
            raise self.said
        return question.answer.model_validate(self.said)

    def usage(self):
        return Usage()


def reply(*unsure, rules=()):
    source = Source(key=Key(kind=SourceKind.REVIEW, id=1), author="alice", author_type="User", body="", at="")
    known = Known(fingerprint="v1:1", identity=Identity(fingerprint="v1:1"), category="x/y", path="a.py")
    return Disagreement(source=source, known=known, rules=rules, unsure=unsure)


def test_one_question_for_all_replies_of_which_rules_took_nothing():
    model = SaysModel({"rules": [2, 3, 99]})
    found = [reply("a", "b"), reply("never shown", rules=("a rule",)), reply("c")]
    done = pick_rules(found, model)
    assert [one.picked for one in done.disagreements] == [(1,), (), (0,)]
    assert done.extractor == "x:says"
    (question,) = model.asked
    assert "never shown" not in question.prompt


def test_p13_without_an_answer_everything_stays_as_the_rules_found_it():
    found = (reply("a"),)
    done = pick_rules(found, SaysModel(NoAnswer(Trouble.UNAVAILABLE)))
    assert (done.disagreements, done.extractor) == (found, None)


def test_where_there_is_nothing_to_ask_nothing_is_asked():
    model = SaysModel({"rules": [1]})
    assert pick_rules([reply(), reply("x", rules=("r",))], model).extractor is None
    assert not model.asked


def test_a_reply_gives_no_more_than_can_be_read_in_a_glance():
    model = SaysModel({"rules": list(range(1, 11))})
    (one,) = pick_rules([replace(reply(), unsure=tuple("abcdefghij"))], model).disagreements
    assert one.picked == (0, 1, 2)
