import { delimiter, isAbsolute, parse, relative } from 'node:path'

/** Whether a project put this folder on the PATH: what lies in it is a session's commands' to write. */
function isOfProject(folder: string, { VIRTUAL_ENV: venv }: NodeJS.ProcessEnv): boolean {
  if (!isAbsolute(folder) || /[/\\]node_modules([/\\]|$)/.test(folder)) return true
  if (venv === undefined || !isAbsolute(venv)) return false
  // On another drive of Windows there is no way that is relative.
  const way = relative(venv, folder)
  return !isAbsolute(way) && !/^\.\.([/\\]|$)/.test(way)
}

/**
 * Where and with what a program is started by its name outside the sandbox: in no folder that a session works in, from where Python, npx and others
 * load what lies there, and by no folder of the PATH that is a project's.
 */
export function outside(env: NodeJS.ProcessEnv): { readonly cwd: string; readonly env: NodeJS.ProcessEnv } {
  const { root: cwd } = parse(process.execPath)
  const { PATH } = env
  if (PATH === undefined) return { cwd, env }
  const kept = PATH.split(delimiter).filter((folder) => !isOfProject(folder, env))
  return { cwd, env: { ...env, PATH: kept.join(delimiter) } }
}
