/** One patch as a tool asks for it. `cwd` is absolute and real, and is where the patch's paths start. */
export interface PatchCall {
  readonly callId: string
  readonly body: string
  readonly cwd: string
  readonly escalated: boolean
  readonly justification: string | undefined
}
