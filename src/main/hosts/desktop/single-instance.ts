import type { ElectronApi } from './electron-api'

/**
 * Takes the lock of this profile. When another instance holds it, that one is told, with this one's arguments (and comes forward), this one
 * says so in one line and quits, and false comes back: the caller must do nothing more, since quitting does not stop the module.
 */
export function holdSingleInstance(
  app: ElectronApi['app'],
  onSecondStart: (argv: readonly string[]) => void,
): boolean {
  if (!app.requestSingleInstanceLock()) {
    process.stderr.write('Countersign is already running; its window has been brought to the front.\n')
    app.quit()
    return false
  }
  app.on('second-instance', (_event, argv) => {
    onSecondStart(argv)
  })
  return true
}
