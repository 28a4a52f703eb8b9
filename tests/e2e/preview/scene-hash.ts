/** What the preview was opened with, which names its scene; the window writes an address of its own there later. */
export const sceneHash = location.hash
