import type { Command } from 'commander'
import type { SettingEdit } from '@shared/domain/settings-view'
import type { RunTyped } from '../../core/commands/run-typed'
import type { AssessTyped } from '../../core/assessment/assess-typed'
import type { EffectRuleParts, EffectRuleStore } from '../../core/ports/effect-rule-store'
import type { ManagedRules } from '../../core/policy/managed-rules'
import type { LentKeys } from '../../core/ports/lent-keys'
import type { RecordedRequests } from '../../core/ports/recorded-requests'
import type { HookGatewayOfHome } from '../../core/ports/hook-settings'
import type { Windows } from '../../core/remote-approvals/windows'
import type { LeftToTell } from '../../core/turn/turn-context'
import type { RehearseTyped } from '../../core/rehearsal/rehearse-typed'
import type { Replay } from '../../core/replay/replay'
import type { RuleImport } from '../../core/rule-import/import-rules'
import type { ConfigFlags, SettingsStore } from '../../core/settings/settings-store'
import type { AppServerEngine, EngineChoice } from './composed-engine'
import type { ShownEngine } from '../../core/host-link/with-hosts'
import type { BringBack, GuardedGit } from '../../core/host-link/fleet/bring-back'
import type { FleetSandboxes } from '../../core/host-link/fleet/sandboxes'
import type { AskForHost } from '../../core/host-link/host-asks'
import type { HostClient, HostClientParts } from '../../core/host-link/host-client'
import type { InstallOutcome, InstallParts } from '../../core/host-link/install-engine'
import type { HostFound } from '@shared/domain/host-listing'
import type { FleetSettings } from '@shared/domain/fleet-settings'
import type { HostSettings } from '@shared/domain/host-settings'
import type { EngineSocket, ListenForClients } from './engine-socket'
import type { ProgramEnd } from '../program-end'

/** What every start does first, whatever it is for. */
export interface CliStart {
  /** What has no effect in the configuration, one line each with file and line. */
  readonly warnings: readonly string[]
  readonly left: {
    readonly stayed: LeftToTell
  }
}

/** What runs one command that somebody typed, without an engine around it. */
export interface CliRunner extends CliStart {
  readonly runTyped: RunTyped
  /** The configuration in force, and its file. */
  readonly settings: Pick<SettingsStore, 'read' | 'write'>
  /** A value as a person types it behind `=`: TOML, or else the text. */
  readonly parseValue: (text: string) => SettingEdit['value']
  close(): Promise<void>
}

/** What says of one command what it would do, without an engine around it. */
export interface CliJudge extends CliStart {
  /** What is known of it (`countersign assess`). Throws FaultError `bad-request` for no folder. */
  readonly assessTyped: AssessTyped
  /** What it would change, on copies (`countersign rehearse`). */
  readonly rehearseTyped: RehearseTyped
  /** The file of rules of this home, and where a folder that one names really is. */
  readonly effectRules: () => Promise<{
    readonly effectRules: EffectRuleStore & Pick<EffectRuleParts, 'home' | 'engine' | 'isIn'>
    readonly recorded: RecordedRequests
    readonly managedRules: () => Promise<ManagedRules>
    /** Why saved rules of an earlier version do not count; undefined: there are none such. */
    readonly old: { problem(): string | undefined }
  }>
  close(): Promise<void>
}

/** What reads what other agents keep, without an engine around it; nothing is made for it, not even the home. */
export interface CliReplay extends CliStart {
  readonly replay: Replay
  readonly importRules: RuleImport
  close(): Promise<void>
}

/** The hosts of config.toml, without an engine here. */
export interface CliHosts extends CliStart {
  readonly hosts: Readonly<Record<string, HostSettings>>
  readonly fleets: Readonly<Record<string, FleetSettings>>
  /** The sandboxes of a fleet. */
  fleet(fleet: FleetSettings): Promise<FleetSandboxes>
  /** A folder of this machine as a tar, as a sandbox gets it. Throws FaultError `bad-request`. */
  sendFolder(folder: string, stop: AbortSignal): Promise<AsyncIterable<Uint8Array>>
  /**
   * A client of a host's engine that has not been connected. `room` resolves when what it told has been taken; `withinMs`: so long an engine may
   * take to answer first, absent: as long as one that has to be started; `whyOver` as HostClientParts has it. `ask`: whom its command asks, absent: as it
   * would without us.
   */
  client(
    host: HostSettings,
    more?: Pick<HostClientParts, 'room' | 'whyOver'> & {
      readonly withinMs?: number
      readonly ask?: AskForHost | undefined
    },
  ): Promise<HostClient>
  /** What a host's engine is found to be over a line of its own. Rejects with HostFault where there is none. */
  test(
    host: HostSettings,
    more: {
      readonly withinMs?: number | undefined
      readonly stop: AbortSignal
      readonly ask: AskForHost
    },
  ): Promise<HostFound>
  /**
   * Puts the engine whose folder `root` is on a host. Throws an error of one line where it cannot be packed; `onProgress` is told how many bytes were
   * sent, and how many of the archive's that is.
   */
  install(
    host: HostSettings,
    more: Pick<InstallParts, 'stop' | 'onProgress'> & {
      readonly root: string
      readonly withinMs?: number | undefined
      readonly ask: AskForHost
    },
  ): Promise<InstallOutcome>
  close(): Promise<void>
}

/** Writes text for people; colours are left to the terminal's own defaults. */
export type Write = (text: string) => void

/** What compose hands to a command: the engine and what belongs to it. */
export interface CliEngine extends AppServerEngine, CliStart {
  readonly home: string
  readonly hookGatewayOfHome: HookGatewayOfHome
  readonly version: string
  /** The windows of this home: where this program shows one, or asks in the others. */
  readonly windows: Windows
  /** The engine for a window of this program to show, once: with remote runs and the hosts of config.toml beside it. */
  readonly show: () => Promise<ShownEngine>
  /** Keeps the engine for those that attach to it. */
  readonly listenForClients: ListenForClients
  /** Keys that those lend who attach. */
  readonly lentKeys: LentKeys
  /** What judges commands that somebody typed, by the configuration as it is now. Throws FaultError where that cannot be used. */
  readonly typed: () => Promise<Pick<CliJudge, 'assessTyped' | 'rehearseTyped'>>
  /** Git as the engine uses it, which a command is given so that it is loaded once. */
  readonly git: GuardedGit
  /** What brings work of a sandbox of a fleet to this machine. */
  readonly bringBack: () => Promise<BringBack>
  /** A value as a person types it behind `=`: TOML, or else the text. */
  readonly parseValue: (text: string) => SettingEdit['value']
}

/** A home whose configuration was found good, and the engine that can be made of it, once. */
export interface CliOpened extends Pick<CliStart, 'warnings'> {
  readonly compose: (pause: () => Promise<void>) => Promise<CliEngine>
}

/**
 * What every command of the command line works with. `stop` is aborted by Ctrl+C, by the other signals that end a program,
 * and when nobody reads the output.
 */
export interface CliContext {
  readonly version: string
  readonly env: NodeJS.ProcessEnv
  /** The folder of the built entry, `out/main`. */
  readonly moduleDir: string
  readonly stop: AbortSignal
  /** The two apart, for what tells them apart. */
  readonly end: ProgramEnd
  readonly write: Write
  readonly complain: Write
  /**
   * Composes an engine, lets `use` work with it, closes it, and keeps what `use` resolves with as the exit code. `instead`: what
   * it is composed with in place of the command's own environment and flags.
   */
  withEngine(
    use: (composed: CliEngine) => Promise<number>,
    instead?: {
      readonly env?: NodeJS.ProcessEnv
      readonly flags?: ConfigFlags
      /** What holds commands where no sandbox can be made (docs/hosts.md). */
      readonly confinement?: 'container' | undefined
    },
  ): Promise<void>
  /**
   * The same in two steps, for who can do something before there is an engine: `begin` is called with the home opened and its configuration found
   * good, and has the engine composed, which waits for `pause` before each of its parts. What is wrong then is said, and ends the command, as in one step.
   */
  withOpened(
    begin: (
      withEngine: (
        use: (composed: CliEngine) => Promise<number>,
        pause: () => Promise<void>,
      ) => Promise<void>,
    ) => Promise<void>,
  ): Promise<void>
  /** The same with what `countersign sandbox` and `config` need of an engine, and nothing else of it. */
  withRunner(use: (runner: CliRunner) => Promise<number>): Promise<void>
  /** The same with what `countersign assess` and `rehearse` need of one. */
  withJudge(use: (judge: CliJudge) => Promise<number>): Promise<void>
  /** The same with what `countersign replay` and `rules import` need. */
  withReplay(use: (past: CliReplay) => Promise<number>): Promise<void>
  /** The same with the hosts of config.toml and nothing of this machine. */
  withHosts(use: (hosts: CliHosts) => Promise<number>): Promise<void>
  /** The socket of the engine that is kept for those that attach. Throws an error of one line where there can be none. */
  readonly engineSocket: () => Promise<EngineSocket>
  /** One more engine, the choice's flags over the command line's; whoever asks closes it. Throws an error of one line. */
  readonly compose: (choice: EngineChoice) => Promise<CliEngine>
}

/** Adds to a command what it takes and does. Nothing runs before the program is parsed. */
export type AddCommand = (command: Command, cli: CliContext) => void

/** One command of the command line. What it takes and does is loaded where it is named; of the others only this is known. */
export interface Face {
  /** Its name and its arguments, as the help of the whole program shows them. */
  readonly usage: string
  readonly says: string
  readonly load: () => Promise<AddCommand>
}
