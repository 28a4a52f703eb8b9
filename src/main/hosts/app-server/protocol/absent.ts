/** null as a client may send it for a member that it leaves out. */
export function absent<T>(value: T | null | undefined): T | undefined {
  return value ?? undefined
}
