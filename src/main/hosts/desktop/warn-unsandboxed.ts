import type { Messages } from '@shared/messages/spoken'
import type { Log } from '../../core/ports/system'
import type { DesktopOptions } from './desktop-options'

/** Whether Chromium runs without the sandbox that holds the windows, by whatever way that was asked for. */
export function isUnsandboxed({
  electron,
  env,
  argv,
}: Pick<DesktopOptions, 'electron' | 'env' | 'argv'>): boolean {
  return (
    electron.app.commandLine.hasSwitch('no-sandbox') ||
    argv.includes('--no-sandbox') ||
    (env['ELECTRON_DISABLE_SANDBOX'] ?? '') !== ''
  )
}

/**
 * Says at each such start that the windows have no sandbox, and offers to quit, which Enter does. Commands of agents have a sandbox of their
 * own, which this says nothing of. Never throws.
 */
export async function warnUnsandboxed(
  options: Pick<DesktopOptions, 'electron' | 'env' | 'argv'>,
  { log, messages }: { readonly log: Log; readonly messages: () => Messages['native'] },
): Promise<void> {
  if (!isUnsandboxed(options)) return
  log.error('desktop: started with --no-sandbox: the windows have no sandbox')
  const said = messages().unsandboxed
  const box = {
    type: 'warning' as const,
    title: 'Countersign',
    message: said.title,
    detail: said.detail,
    buttons: [said.quit, said.goOn],
    defaultId: 0,
    cancelId: 1,
    noLink: true,
  }
  const { response } = await options.electron.messageBox(box).catch(() => ({ response: 1 }))
  if (response === 0) options.electron.app.quit()
}
