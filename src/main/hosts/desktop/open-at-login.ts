import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ElectronApi } from './electron-api'

/** How the application is started with the session: without a window. */
export const hiddenArgument = '--hidden'

/** What it depends on. `program` is what starts the application: its executable, of an AppImage the file itself. */
export interface OpenAtLogin {
  readonly app: Pick<ElectronApi['app'], 'setLoginItemSettings'>
  readonly platform: NodeJS.Platform
  readonly env: NodeJS.ProcessEnv
  readonly home: string
  readonly program: string
}

const marker = 'X-Countersign-Autostart=true'

/**
 * Has the system start the application with the session, or no more. On Linux by a file in the autostart folder, of which only our own is
 * taken away. Throws what the system says when that cannot be written.
 */
export function setOpenAtLogin(on: boolean, { app, platform, env, home, program }: OpenAtLogin): void {
  if (platform !== 'linux') {
    app.setLoginItemSettings({ openAtLogin: on, args: [hiddenArgument] })
    return
  }
  const configured = env['XDG_CONFIG_HOME']
  const folder = join(configured?.startsWith('/') ? configured : join(home, '.config'), 'autostart')
  const file = join(folder, 'dev.countersign.app.desktop')
  if (on) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(file, entry(program))
  } else if (isOurs(file)) rmSync(file, { force: true })
}

function entry(program: string): string {
  return `[Desktop Entry]
Type=Application
Name=Countersign
Exec=${quoted(program)} ${hiddenArgument}
Terminal=false
${marker}
`
}

/** As the desktop entry specification quotes an argument, whose % and \ are read once more by the file's own rules. */
function quoted(program: string): string {
  const inside = program.replaceAll(/["`$\\]/g, (each) => `\\${each}`)
  return `"${inside}"`.replaceAll('\\', '\\\\').replaceAll('%', '%%')
}

function isOurs(file: string): boolean {
  try {
    return readFileSync(file, 'utf8').split('\n').includes(marker)
  } catch {
    return false
  }
}
