import type { TokenUsage, ProviderLimits } from '@shared/domain/agent-event'
import type { ResponseItem } from '@shared/domain/response-item'
import type { ModelChoice, ModelVerbosity, ReasoningEffort, ReasoningSummary } from '@shared/domain/settings'
import type {
  ProviderListing,
  ProviderTest,
  LocalServer,
  ModelListing,
  AddedProvider,
  NewProvider,
} from '@shared/domain/provider-listing'

/**
 * A tool as it is offered to a model: a function whose `parameters` are a JSON Schema object. Servers of the Responses format
 * are offered it in its `form`, where it has one: text after a Lark grammar, or a tool that the server knows by itself. Where
 * there is no such form it is a function all the same, but for `web_search`, which only a server can do.
 */
export interface ToolSpec {
  readonly name: string
  readonly description: string
  readonly parameters: Readonly<Record<string, unknown>>
  readonly form?: { readonly grammar: string } | 'local_shell' | 'web_search'
}

/**
 * The form an answer is asked for in. `schema` asks the server to hold the answer to the JSON Schema, `json` to any JSON
 * object, `text` asks for nothing: servers differ in what they know. `name` is a-z, 0-9, `_` and `-`, at most 64 long.
 */
export interface OutputForm {
  readonly mode: 'schema' | 'json' | 'text'
  readonly name: string
  readonly schema: Readonly<Record<string, unknown>>
}

/**
 * One request to a model. `input` is the whole history, already normalised (each call has exactly one output); no call of the answer may
 * have an id of its calls or of `takenCalls`. A server that refuses `output` ends the stream with FaultError `bad-request` whose fault says
 * `refused: 'output-form'`. `reasoningEffort` or `reasoningSummary` absent: nothing is sent, the server's own; Chat servers never get the latter.
 */
export interface ModelRequest {
  readonly sessionId: string
  readonly model: string
  readonly instructions: string
  readonly input: readonly ResponseItem[]
  readonly takenCalls?: readonly string[]
  readonly tools: readonly ToolSpec[]
  readonly output?: OutputForm
  readonly reasoningEffort?: ReasoningEffort
  readonly reasoningSummary?: ReasoningSummary
  readonly verbosity?: ModelVerbosity
  /** In tokens, of the answer; absent: the server's own limit. */
  readonly maxOutputTokens?: number
}

/**
 * What a model's answer is made of, in order. `item` carries a finished item (message, reasoning, call) and
 * is the only form that counts; deltas are for the eye, and so is `search`: the server looks something up in the web, and then
 * says in `done` what it was. A half function call is never reported as an item.
 * `retrying` says that what was streamed since the last `item` is void and comes again.
 */
export type ModelEvent =
  | { readonly type: 'text-delta'; readonly itemId: string; readonly text: string }
  | {
      readonly type: 'reasoning-delta'
      readonly itemId: string
      readonly text: string
      /** The model's own reasoning, and no summary of it. */
      readonly raw?: true
      /** A new part of the summary begins here. */
      readonly section?: true
    }
  /** What the provider says of its limits; with an answer, or with the error in its place. */
  | { readonly type: 'limits'; readonly limits: ProviderLimits }
  | { readonly type: 'search'; readonly itemId: string; readonly done?: string }
  | { readonly type: 'item'; readonly itemId: string; readonly item: ResponseItem }
  | { readonly type: 'retrying'; readonly attempt: number; readonly reason: string }
  | { readonly type: 'completed'; readonly usage?: TokenUsage }

/** A provider's stream. Throws FaultError (see shared/domain/fault) for everything that ends the answer early. */
export interface ModelStream {
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>
}

/** The configured providers. `open` throws FaultError `unknown-provider` or `missing-key`. */
export interface ModelProviders {
  open(provider: string): ModelStream
  choices(): readonly ModelChoice[]
}

/**
 * What models there are to choose from, as the servers tell. `list` and `localServers` never throw and take a bounded
 * time; a list may come from a cache of a few minutes, `fresh` asks again. `localServers` talks to this machine alone.
 * `saveKey` stores a provider's key and says where it lies; it throws FaultError `bad-request` for a provider without
 * one, and `store-failed`.
 */
export interface ModelCatalogue {
  list(fresh: boolean): Promise<ModelListing>
  localServers(): Promise<readonly LocalServer[]>
  saveKey(provider: string, key: string): Promise<string>
  /** Takes a stored key out of the store; none there is no error. Throws as `saveKey` does. */
  removeKey(provider: string): Promise<void>
  /** Every provider that could be spoken to, and where its key lies; the built-in demo is none. */
  providers(): readonly ProviderListing[]
  /** Asks a provider for its models, with the key that it has, and never from a cache. Never throws: what is wrong is the answer. */
  test(provider: string): Promise<ProviderTest>
  /** Sets a server up in config.toml, with its key in the key store. Throws as `addProvider` in core/settings does. */
  addProvider(added: NewProvider): Promise<AddedProvider>
}
