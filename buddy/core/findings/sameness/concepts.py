"""What reviewers call by several names: a table of the trade's synonyms, kinds of fault first.

A word belongs to one concept at most. The table is hand-made from the vocabulary of code review, whatever the language.
"""

from __future__ import annotations

from functools import cache

from buddy.core.findings.sameness.stems import stem

_FAULTS = {
    "nothing": "null nil none undefined npe nullpointerexception nullable nullish nonnull nullpointer"
    " nullreference typeerror attributeerror nomethoderror optional maybe absent",
    "race": "race races racy concurrent concurrently concurrency parallel thread threads threadsafe"
    " thread-safe atomic atomically non-atomic nonatomic lock locked locking mutex synchronized"
    " synchronization simultaneous simultaneously interleave toctou goroutine goroutines deadlock"
    " livelock interleaved contention overlapping unsynchronized",
    "await": "await awaited awaiting async asynchronous asynchronously promise promises unawaited settle"
    " settled unhandled fire-and-forget foreach synchronously callback",
    "leak": "leak leaks leaked leaking close closed unclosed dispose disposed cleanup clean-up teardown"
    " dangling orphaned orphan orphans unreleased release released pollute polluted pollution leftover"
    " residual lingering",
    "bounds": "overflow overflows underflow bounds out-of-bounds off-by-one boundary indexerror outofbounds"
    " index-out-of-range truncate truncated truncation rangeerror",
    "inject": "injection inject injected xss escape escaped unescaped escaping sanitize sanitized unsanitized"
    " sanitization ssrf csrf untrusted malicious attacker exploit exploitable vulnerability"
    " vulnerable traversal redirect",
    "authorize": "permission permissions authorize authorized authorization unauthorized privilege privileges"
    " privileged forbidden scope scopes access acl role roles admin owner bypass bypasses"
    " bypassing bypassed escalation",
    "spelling": "typo typos misspelled misspelling misspelt spelling misspell spelled rename renamed naming"
    " misnamed mislabeled misnomer misleading grammar grammatical",
    "document": "javadoc docstring doc docs documentation documented document documents comment comments"
    " readme jsdoc documenting undocumented",
    "flaky": "flaky flakiness flake flakes intermittent intermittently unreliable nondeterministic"
    " non-deterministic sleep timing",
    "invert": "invert inverts inverted inverting inversion negate negated negation reverse reversed reversing"
    " opposite backwards flipped contradict contradicts contradicting",
    "swallow": "swallow swallowed swallows swallowing silently silent silence suppress suppressed suppresses"
    " suppressing ignored ignore ignores ignoring quietly hides masks masked masking",
    "unused": "unused dead unreachable redundant unnecessary unneeded useless superfluous obsolete leftover"
    " no-op noop pointless extraneous never-used",
    "type": "type types typing typed cast casting coercion coerce mismatch compile compilation compiles"
    " compiler signature overload",
    "slow": "performance slow inefficient inefficiency n+1 quadratic expensive bottleneck latency costly"
    " optimize optimization batch memoize memoized re-render rerender",
    "hardcode": "hardcoded hard-coded hardcode hardcoding hardcodes literal placeholder dummy magic"
    " fabricates fabricated fake constant static",
    "locale": "translation translations translate translated locale locales localization localized localize"
    " i18n language languages internationalization untranslated italian french german spanish"
    " chinese lithuanian",
    "case": "case-sensitive case-insensitive casing lowercase lowercased uppercase lowercases tolowercase"
    " touppercase case-sensitivity capitalization capitalized downcase",
    "duplicate": "duplicate duplicated duplicates duplication dedupe deduplicate deduplicated deduplication"
    " uniqueness unique twice repeated copy-paste copy-pasted copypaste",
    "raise": "throw throws thrown throwing raise raises raised exception exceptions crash crashes crashing"
    " crashed panic panics nosuchelementexception runtimeerror referenceerror valueerror keyerror",
    "stale": "stale outdated cache cached caches caching invalidate invalidated invalidation out-of-date"
    " expire expired expires expiry expiration ttl memo",
    "identity": "reference references equality identical equals identity instance strict",
    "validate": "validate validates validated validating validation validator invalid unchecked unvalidated"
    " verify verified verification guard guarded guards",
    "loop": "infinite endless recursion recursive recursively loop loops looping iterate iterates iteration"
    " iterating unbounded endlessly",
    "time": "timezone timezones utc date dates datetime dst timestamp timestamps offset clock dayjs",
    "encode": "encoding encode encoded decode decoded utf-8 unicode base64 charset serialize serialized"
    " serialization deserialize parse parses parsed parsing parser",
    "compatible": "backward backwards-compatible compatibility breaking incompatible regression regressions"
    " legacy deprecated deprecation deprecate migrate migration migrations upgrade rollback",
    "test": "test tests tested testing untested assert asserts assertion assertions coverage mock mocks"
    " mocked spec fixture fixtures expectation",
    "style": "css style styles styling color colour colours colors layout margin padding contrast darken"
    " lighten theme flex flexbox float vendor prefix pixel responsive selector selectors align"
    " alignment indent indentation",
    "log": "log logs logged logging logger debug console print println trace",
    "credential": "secret secrets password passwords credential credentials apikey api-key plaintext",
    "number": "divide division zero nan negative rounding precision float decimal integer numeric",
    "setting": "config configuration configured flag flags toggle gated gate option setting settings"
    " environment feature-flag enabled disabled enable disable",
    "transaction": "transaction transactions transactional rollback commit commits partial inconsistent consistency",
}

_WORDS = {
    "lack": "missing lacks lack lacking without omit omits omitted omitting omission forgot forgets absence"
    " never no not doesn't isn't aren't don't didn't cannot can't won't wasn't neither nor skips skip"
    " skipped lost lose loses",
    "wrong": "wrong wrongly incorrect incorrectly mistaken mistakenly erroneous erroneously error errors bug"
    " bugs buggy faulty broken break breaks fail fails failed failing failure failures invalid"
    " improper improperly bad defect unintended unexpected unexpectedly issue problem",
    "remove": "delete deletes deleted deleting deletion deletions remove removes removed removing removal"
    " destroy destroyed drop dropped drops purge erase erased clear cleared clears",
    "create": "create creates created creating creation add adds added adding addition insert inserts"
    " inserted make makes generate generated generates build builds new register registers"
    " registered",
    "update": "update updates updated updating modify modifies modified modification change changes changed"
    " changing mutate mutates mutated mutation overwrite overwrites overwritten overwriting set sets"
    " setting assign assigned assigns assignment write writes written edit edits",
    "fetch": "fetch fetches fetched fetching get gets getter load loads loaded loading read reads retrieve"
    " retrieves retrieved retrieval lookup look query queries queried find finds search searches"
    " select selects selected",
    "send": "send sends sent sending emit emits emitted dispatch dispatched publish notify notified"
    " notification notifications email emails mail deliver",
    "return": "return returns returned returning yield yields give gives result results output",
    "call": "call calls called calling invoke invoked invokes invocation execute executes executed executing"
    " run runs running trigger triggers triggered fire fires",
    "use": "use uses used using usage utilize utilizes rely relies",
    "check": "check checks checked checking condition conditional conditions predicate compare compares"
    " compared comparing comparison match matches matching matched filter filters filtered",
    "argument": "argument arguments arg args parameter parameters param params input inputs",
    "function": "function functions method methods procedure handler handlers constructor component helper func",
    "variable": "variable variables field fields property properties attribute attributes key keys member"
    " column columns",
    "array": "array arrays list lists collection collections slice slices element elements item items entry entries",
    "string": "string strings text texts str message messages",
    "map": "map maps dict dictionary hash hashmap object objects",
    "block": "prevent prevents prevented preventing block blocks blocked blocking deny denies denied reject"
    " rejects rejected rejecting disallow refuse refuses stop stops",
    "allow": "allow allows allowed allowing permit permits permitted accept accepts accepted enable let lets"
    " grant grants granted",
    "user": "user users member members account accounts caller callers customer",
    "database": "database db sql table tables prisma orm postgres mysql sqlite schema rows row records record",
    "request": "request requests http api endpoint endpoints fetch response responses url urls uri",
    "interface": "ui frontend screen page modal dialog button display displayed displays render rendered"
    " rendering renders show shows shown view views",
    "first": "first initial initially begin beginning start starts started starting",
    "last": "last final finally end ends ended ending complete completes completed completion finish finishes"
    " finished terminate terminates terminated",
    "wait": "wait waits waiting waited join joins joined joining pending before",
    "all": "all every any always each entire whole",
    "only": "only solely exclusively just alone",
    "empty": "empty blank emptied emptiness zero-length",
    "same": "same equal equals identical",
    "wide": "broad broader broaden broadening wide too overly",
    "original": "original originally raw previous previously prior former old unfiltered",
    "intend": "intended intend intention intent expected expect expects supposed meant desired actual actually",
    "should": "should must need needs needed require requires required requirement shall instead",
    "code": "code logic implementation behavior behaviour",
    "increment": "increment increments incremented incrementing counter count counts counting plus",
    "name": "name names named alias aliases label labels title titles",
    "identifier": "id ids identifier identifiers uuid uuids",
    "file": "file files path paths filename directory folder",
    "hidden": "hidden invisible private internal",
    "retry": "retry retries retried retrying again reattempt",
    "import": "import imports imported export exports exported module modules package packages dependency dependencies",
}


@cache
def concepts() -> dict[str, str]:
    """Stem to concept."""
    table: dict[str, str] = {}
    for names in (_FAULTS, _WORDS):
        for name, words in names.items():
            for word in words.split():
                table.setdefault(stem(word), name)
    return table
