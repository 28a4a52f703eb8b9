import type { ApprovalRequest, DecidedBy, Offer, StopReason } from '@shared/domain/approval'
import type { CommandOutcome } from '@shared/domain/command-outcome'
import type { HookOrigin } from '@shared/domain/hook-agent'
import type { Effect } from '@shared/domain/effect'
import type { YesEnds } from '@shared/domain/nearest-rule'
import type { Grant } from '@shared/domain/grant'
import type { RunPromise, ShownRun } from '@shared/domain/run-promise'
import type { FileChanges } from '@shared/domain/file-change'
import type { LeftOut } from '@shared/domain/only-hunks'
import type { AppliedRehearsal } from '@shared/domain/request-rehearsal'
import type { StoredGrant } from '@shared/domain/stored-grant'
import type { ReadFile } from '@shared/domain/what-was-read'
import type { RequestedAction } from '../assessment/request-subject'
import type { GivenOn } from '../approvals/given-on'
import type { Changes } from './changes-since'
import type { Edit } from '../commands/edited-command'
import type { Permit } from '../policy/permit'
import type { OutputListener } from '../ports/sandbox'
import type { SeenInRehearsal, TakenRehearsal } from '../turn/request-rehearsals'
import type { CommandCall, CommandParts } from '../turn/turn-context'

/** What is put to a person: why it waits, and the ways to say yes. `effect`: what is known of it without the facts. */
export interface Question {
  readonly stop: StopReason
  readonly offers: readonly Offer[]
  readonly effect?: Effect | undefined
  /** The offers by what a rehearsal met; undefined: they stay as they are. Absent: they always do. */
  readonly afterRehearsal?: (seen: SeenInRehearsal) => readonly Offer[] | undefined
  /** What an earlier yes was given on, where that changed; absent: nothing did. */
  readonly since?: Changes
}

/** What the policies say before anything ran. `reason` of a refusal is for the transcript, `told` for the model. */
export type FirstDecision =
  | { readonly kind: 'run'; readonly permit: Permit }
  | ({ readonly kind: 'ask' } & Question)
  | { readonly kind: 'refuse'; readonly reason: string; readonly message?: string }

/** Grants given earlier that cover an action as it is now. `suspended`: they would, but a run under them did this beyond what was shown. `changed`: they would, but what they were given on is not so any more. */
export type Held =
  | { readonly kind: 'held'; readonly yes: GivenOn; readonly records: readonly StoredGrant[] }
  | { readonly kind: 'suspended'; readonly by: RunPromise }
  | { readonly kind: 'changed'; readonly changes: Changes }

/** How grants cover one action, and how a yes to it is kept. */
export interface ActionGrants {
  /** The grants in force that cover it; undefined when there are none that could let it run. */
  held(): Promise<Held | undefined>
  /** Counts a use of grants that were found, before anything is done under them; false: they count no more. */
  use(records: readonly StoredGrant[]): Promise<boolean>
  /** The offers as they are put: bound to what each granted path is now, with the text of a rule where one can be saved. */
  offered(offers: readonly Offer[]): Offer[]
  /** The offer that grants given meanwhile make unnecessary to ask about; undefined while they do not cover it. */
  answers(offers: readonly Offer[]): Promise<string | undefined>
  /** Throws FaultError `bad-request` for a rule's text that cannot be saved with a yes. */
  checkRule(text: string): Promise<void>
  /** The paths that are not any more what a yes was given on; [] when all still are. */
  changed(yes: GivenOn): Promise<readonly string[]>
  /** Puts a yes that holds beyond this run in force. */
  keep(offer: Offer, kept: Kept, whatWasRead: readonly ReadFile[], shown?: ShownRun): Promise<void>
}

/** How long a yes holds that is kept, and the text of the rule, where the person edited it. */
export interface Kept {
  readonly scope: StoredGrant['scope']
  readonly rule: string | undefined
  readonly ends?: YesEnds | undefined
}

/** What an action runs on. `yes`: what the permit was given on; the policies' own was given on nothing. `by`: who was asked. */
export interface Given {
  readonly permit: Permit
  readonly yes?: GivenOn
  /** What was shown for the yes; absent: nothing is compared with it. */
  readonly shown?: ShownRun | undefined
  readonly by?: DecidedBy | undefined
}

/** What a person may take a part of; files are named as the request shows them (keys of `changes`). */
export interface InParts<Run extends Ran> {
  /** Of the grants of a yes those that the rest still needs; never others. Undefined: there is no such part. */
  needed(grants: readonly Grant[], left: LeftOut): readonly Grant[] | undefined
  /** The same action without these, which is what runs and is asked about from then on. Throws where `needed` says that there is none. */
  rest(left: LeftOut): Action<Run>
}

/** A run that the sandbox stopped. */
export type Denied = Extract<CommandOutcome, { kind: 'denied' }>

/** What a run came to. No outcome: it has none, or still runs. */
export interface Ran {
  readonly outcome: CommandOutcome | undefined
}

/**
 * Something an agent wants done that a person may have to be asked about: a command, a patch, text for a process, a
 * connection. `perform` takes each the same way: first decision, grants, question, run, and the question after a denial.
 */
export interface Action<Run extends Ran> {
  /** What it is shown as. */
  readonly call: Pick<CommandCall, 'callId' | 'command' | 'cwd' | 'justification'>
  readonly stage: Exclude<ApprovalRequest['stage'], 'retry'>
  /** What facts, checks and model look at; `changes` when it is a patch. */
  readonly requested: RequestedAction
  readonly changes?: FileChanges
  /** What the agent asked for, when the command is the person's own. No grant answers such a question. */
  readonly edited?: NonNullable<ApprovalRequest['edited']> | undefined
  /** Which agent of another maker asks; what is allowed to it runs outside every sandbox of ours. Absent: our own. */
  readonly desk?: HookOrigin
  /** The managed rule that has a person answer it each time, whatever else would; absent: none does. */
  readonly managed?: string | undefined
  /** Throws FaultError `bad-request` for a command of the person's that cannot take its place. Absent: none can. */
  readonly checkEdit?: (command: readonly string[]) => Promise<void>
  /** How long a command may take, in milliseconds; Infinity for no limit. Absent: it is no command. */
  readonly timeoutMs?: number
  /** Absent: it is taken as a whole or not at all. */
  readonly inParts?: InParts<Run>
  readonly first: FirstDecision
  readonly grants: ActionGrants
  /** The first decisions that a grant given earlier goes before. */
  readonly grantsBefore: readonly FirstDecision['kind'][]
  /** Aborts what is asked; absent: the turn's signal alone does. */
  readonly signal?: AbortSignal
  /** Does it once, under its permit. `attempt` counts from 1. */
  run(given: Given, attempt: number): Promise<Run>
  /** Begins to show its run on copies, which is the first attempt. Absent: none of its runs is shown before it is put in place. */
  onCopies?(): RunOnCopies
  /** What its run is where the person had its rehearsal put in place instead; absent: nothing is rehearsed of it. */
  applied?(applied: Applied, attempt: number): Run
  /** The question after a denial, at most so often; absent: a denial is the end. */
  readonly retry?: {
    readonly most: number
    /** Undefined: what stopped it is what the yes was for, and asking for that again would change nothing. */
    question(denied: Denied, permit: Permit): Promise<Question | undefined>
  }
}

/** What a tool call comes back with: the text for the model, and whether the turn is over. */
export interface CommandReply {
  readonly text: string
  readonly ends: boolean
}

/** What asking and running take of the world. */
export type ActionParts = Pick<
  CommandParts,
  | 'approvals'
  | 'assessments'
  | 'grants'
  | 'clock'
  | 'ids'
  | 'preimages'
  | 'rehearsals'
  | 'textDiff'
  | 'effectRules'
> & {
  readonly workspace: Pick<CommandParts['workspace'], 'home' | 'environment'>
}

/** A rehearsal that was put in place, less what was left out. `shown`: it was shown while it ran. */
export interface Applied {
  readonly result: TakenRehearsal['result']
  readonly put: AppliedRehearsal
  readonly shown?: true
}

/** A run on copies that is shown as it goes. */
export interface RunOnCopies {
  readonly onOutput: OutputListener
  /** Aborts when a person stops it alone. */
  readonly signal: AbortSignal
  /** It is over, and cannot be stopped any more. */
  end(): void
  /** None of it is put in place: it is done anew, as the next attempt. */
  setAside(): void
}

/**
 * A yes, to all but `left` of it, or a no with what the agent is told. `attempts`: so many were shown before it and came to nothing. `ends` says that the turn is over; `edit` is the command that the person put in
 * the place of this one, which has not run and must be asked about.
 */
export type PersonAnswer =
  | ({ readonly kind: 'allowed'; readonly left?: LeftOut; readonly attempts?: number } & Given)
  | ({ readonly kind: 'applied'; readonly attempts?: number } & Applied)
  | ({ readonly kind: 'refused' } & Refusal)

/**
 * A no: `withdrawn` when nobody answered, `changed` when what a yes was given on is not so any more. `text` is for the agent;
 * `reason` for the transcript, where it is more than that a person said no.
 */
export interface Refusal {
  readonly how: 'policy' | 'denied' | 'aborted' | 'withdrawn' | 'changed'
  readonly reason?: string
  /** A person stopped it, or its turn; absent: it ended otherwise. */
  readonly stopped?: true
  readonly text: string
  readonly ends: boolean
  readonly edit?: Edit
}
