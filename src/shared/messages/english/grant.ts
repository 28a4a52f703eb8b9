/** Grants: "write in build and below". `more`: how many follow after those that are listed. */
export const grant = {
  write: {
    file: (path: string) => `write to ${path}`,
    tree: (path: string) => `write in ${path} and below`,
    entry: (path: string) => `make, move or remove ${path}`,
  },
  read: (path: string) => `read ${path}`,
  connect: (place: string) => `connect to ${place}`,
  set: (settings: string, path: string) => `set ${settings} in ${path}, and nothing else there`,
  setting: (name: string, value: string) => `${name} to ${value}`,
  nothing: 'nothing',
  unsandboxed: 'run without the sandbox',
  more: (count: number) => ` and ${String(count)} more`,
  entries: (count: number, folder: string) =>
    `make, move or remove exactly these ${String(count)} entries of ${folder}`,
} as const
