/** Why something did not arrive, as Node and the builder's downloader say it. */
const notHad =
  /\b(?:getaddrinfo \w+ \S+|connect E\w+ \S+|E(?:NOTFOUND|AI_AGAIN|CONNREFUSED|CONNRESET|TIMEDOUT)\b[^\n]*|Response code \d+[^\n]*|[Cc]hecksum mismatch[^\n]*)/

/** What names the tools of a target that are on this machine already. @type {Readonly<Record<string, string>>} */
const named = {
  deb: 'CUSTOM_FPM_PATH names fpm, USE_SYSTEM_FPM=true takes the one that is installed',
  rpm: 'CUSTOM_FPM_PATH names fpm, USE_SYSTEM_FPM=true takes the one that is installed',
  AppImage: 'APPIMAGE_TOOLS_PATH names a folder with mksquashfs, desktop-file-validate and runtimes/',
  nsis: 'ELECTRON_BUILDER_NSIS_DIR and ELECTRON_BUILDER_NSIS_RESOURCES_DIR name NSIS and its resources',
}

/**
 * What of a line that electron-builder prints is for a person; undefined: nothing, it belongs to a trace.
 * @param {string} line
 * @returns {string | undefined}
 */
export function shownOf(line) {
  if (/^\s+at .*[:(]/.test(line)) return undefined
  return line.replace(/\s*(?:failedTask=\S+\s*)?stackTrace=.*$/, '')
}

/**
 * What could not be had where a build failed for that, and how it can be: one paragraph. Undefined where it failed for something else.
 * @param {string} output all that electron-builder printed
 * @returns {string | undefined}
 */
export function wantedOf(output) {
  const reason = notHad.exec(output)?.[0]
  if (reason === undefined) return undefined
  const target = [...output.matchAll(/building\s+target=(\S+)/g)].at(-1)?.[1]
  if (target === undefined)
    return `What the package is made of could not be downloaded (${reason}). ELECTRON_MIRROR names a mirror of the Electron runtime, ELECTRON_OVERRIDE_DIST_PATH a folder with one.`
  const tools = named[target]
  return [
    `The tools that make the ${target} could not be downloaded (${reason}): it was not made.`,
    ...(tools === undefined ? [] : [`${tools};`]),
    'ELECTRON_BUILDER_BINARIES_MIRROR names a mirror, ELECTRON_BUILDER_CACHE a folder that holds them.',
  ].join(' ')
}
