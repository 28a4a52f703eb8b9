import type { ChangedText } from '@shared/domain/approval'
import type { Assessment, ModelView } from '@shared/domain/assessment'
import { changedFiles, isPlace, type ReadFile } from '@shared/domain/what-was-read'
import type { Clock } from '../ports/system'
import { assessCommand, type AssessmentParts, type CommandAssessment } from './assess-command'
import type { AssessmentWatch, Assessor, Found, RunningAssessment } from './assessor'
import { checkRequest, withRehearsed } from './check-request'
import type { CheckedRequest } from './checked-request'
import { ReadTexts } from './read-texts'
import { reportedFacts } from './model-view/reported-facts'
import type { ViewSubject } from './model-view/view-subject'
import type { AskingSession, RequestSubject } from './request-subject'

/** What requests are assessed with. `look` is the world as facts and checks read it. */
export interface RequestAssessorParts {
  readonly assessor: Assessor
  readonly look: Omit<AssessmentParts, 'hosts' | 'now'>
  readonly clock: Clock
  readonly platform: string
  /** The person's settings let a model be told of what lies beyond the session's folders. Absent: it is not. */
  readonly reportsOutside?: () => boolean
}

/**
 * A request that was checked at. `view` asks the model, again each time it is called, unless its answer is known. `rehearsed` takes what a
 * rehearsal showed into `checked`, and into every assessment from then on; true where that raises or adds something, and `now` is the assessment with
 * a view that is known.
 */
export interface OpenAssessment {
  readonly checked: CheckedRequest
  readonly view: (watch: AssessmentWatch) => RunningAssessment
  readonly rehearsed: (seen: Parameters<typeof withRehearsed>[1]) => boolean
  readonly now: (view: ModelView) => Assessment
}

/** A command that may come to run. `cwd` is absolute. */
export type WantedCommand = Pick<RequestSubject, 'command' | 'cwd'>

/** Looks at requests: facts and checks first, without a model; the model's view on top. */
export interface RequestAssessor {
  /** `granted` are the hosts that the session may connect to already. Never throws; takes at most the facts' budget. */
  readonly open: (
    subject: RequestSubject,
    session: AskingSession,
    granted: readonly string[],
  ) => Promise<OpenAssessment>
  /**
   * The paths whose text is not any more what it was when the list was made; what cannot be read now counts as changed. Never
   * throws.
   */
  readonly changed: (
    then: readonly ReadFile[],
    session: Pick<AskingSession, 'cwd' | 'sandboxPolicy'>,
  ) => Promise<readonly string[]>
  /**
   * What stands at each of these paths, as texts that are equal only while nothing there was replaced or written to; no file is read.
   * Never throws.
   */
  readonly standing: (paths: readonly string[]) => Promise<readonly string[]>
  /** What became of what an earlier yes was given on, as far as this request's look read it and it may be shown. Never throws. */
  readonly differences: (
    then: readonly ReadFile[],
    checked: CheckedRequest,
    asked: { readonly sessionId: string; readonly hunks: (before: string, after: string) => string },
  ) => readonly ChangedText[]
  /** Facts and checks of a command for the first decision on it. Asks no model, remembers nothing, never throws. */
  readonly judge: (wanted: WantedCommand, session: JudgedIn) => Promise<CommandAssessment>
  /** Drops what is remembered of a session that has ended. */
  readonly forget: (sessionId: string) => void
}

/** Comparing is no part of looking: what does not come in time counts as changed. */
const comparing = { ms: 3000, entries: 1000 }
/** The part of a session that facts and checks depend on. */
export type JudgedIn = Pick<AskingSession, 'cwd' | 'sandboxPolicy'>

const content = (subject: RequestSubject): { readonly content?: string } => {
  switch (subject.kind) {
    case 'command':
      return {}
    case 'patch':
      return { content: subject.diff }
    case 'network':
      return { content: `${subject.host}:${String(subject.port)}` }
    case 'input':
      return { content: subject.text }
    case 'tool':
      return { content: JSON.stringify(subject.request) }
  }
}

function viewSubject(
  subject: RequestSubject,
  session: AskingSession,
  checked: CheckedRequest,
  { platform, reportsOutside }: Pick<RequestAssessorParts, 'platform' | 'reportsOutside'>,
): ViewSubject {
  const { sessionId, provider, model, modelsView, sandboxPolicy: policy } = session
  const { kind, command, cwd, failure, evidence } = subject
  return {
    sessionId,
    provider,
    model,
    modelsView,
    platform,
    kind,
    command,
    ...content(subject),
    cwd,
    policy,
    roots: policy.mode === 'workspace-write' ? policy.writable_roots : [],
    ...(failure === undefined ? {} : { failure }),
    evidence,
    facts: reportedFacts(checked.facts.rows, reportsOutside?.()),
    scripts: checked.facts.lookThrough,
  }
}

/** An assessor of requests with its own memory of which hosts a session has met. */
export function createRequestAssessor(parts: RequestAssessorParts): RequestAssessor {
  const { assessor, clock } = parts
  const seenBySession = new Map<string, Set<string>>()
  const texts = new Map<string, ReadTexts>()
  const textsOf = (sessionId: string): ReadTexts => {
    const kept = texts.get(sessionId) ?? new ReadTexts(parts.look.home)
    texts.set(sessionId, kept)
    return kept
  }
  return {
    open: async (subject, session, granted) => {
      const seen = seenBySession.get(session.sessionId) ?? new Set<string>()
      seenBySession.set(session.sessionId, seen)
      const world = { ...parts.look, hosts: { seen: [...seen], granted }, now: () => clock.now() }
      let checked = await checkRequest(subject, session, world)
      for (const { host } of checked.facts.hosts) seen.add(host)
      textsOf(session.sessionId).keep(checked.shown)
      const found: { -readonly [K in keyof Found]: Found[K] } = {
        facts: checked.facts,
        floor: checked.floor,
        changing: checked.changing,
        effect: checked.facts.effect,
        ...(subject.justification === undefined ? {} : { justification: subject.justification }),
      }
      const asked = viewSubject(subject, session, checked, parts)
      return {
        get checked() {
          return checked
        },
        view: (watch) => assessor.assess(asked, found, watch),
        rehearsed: (seen) => {
          const before = checked
          checked = withRehearsed(checked, seen, session.cwd)
          found.floor = checked.floor
          return checked !== before
        },
        now: (view) => assessor.merged(found, view),
      }
    },
    changed: async (then, { cwd, sandboxPolicy: policy }) => {
      if (then.length === 0) return []
      const roots = policy.mode === 'workspace-write' ? [cwd, ...policy.writable_roots] : [cwd]
      const reading = parts.look.reader.open({ budget: comparing, roots })
      // Texts first: of what is both, the text is compared.
      const places = then.flatMap((each) => (isPlace(each) ? [each] : []))
      await Promise.all(then.filter((each) => !isPlace(each)).map(({ path }) => reading.bind(path)))
      await Promise.all(
        places.map(({ path, digest }) => reading.lead(path, digest.startsWith('names:') ? 'names' : 'leads')),
      )
      return changedFiles(then, reading.read())
    },
    standing: (paths) => parts.look.reader.open({ budget: comparing, roots: [] }).standing(paths),
    differences: (then, { read }, { sessionId, hunks }) => textsOf(sessionId).since(then, read, hunks),
    judge: ({ command: argv, cwd }, session) =>
      assessCommand(
        { argv, cwd, workspace: session.cwd, policy: session.sandboxPolicy },
        { ...parts.look, now: () => clock.now() },
      ),
    forget: (sessionId) => {
      seenBySession.delete(sessionId)
      texts.delete(sessionId)
      assessor.forget(sessionId)
    },
  }
}
