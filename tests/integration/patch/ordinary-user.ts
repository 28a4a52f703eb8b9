/**
 * Makes the rest of this test file run as nobody, for good: test files run in processes of their own. As root a folder
 * without write permission stops nothing. Does nothing where the tests run as an ordinary user anyway.
 */
export function becomeOrdinaryUser(): void {
  if (process.getuid?.() !== 0) return
  process.setgroups?.([])
  process.setgid?.(65534)
  process.setuid?.(65534)
}
