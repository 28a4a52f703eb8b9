import { agentFolders } from './tool-settings'

/**
 * What patches are asked about even inside the writable roots, at any depth and whether it exists or
 * not: where a file becomes code that later runs outside the sandbox, or a setting of the tools that watch over it.
 */
export const protectedNames: readonly string[] = ['.git', ...agentFolders]
