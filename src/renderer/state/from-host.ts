/** A page of what is on record takes an engine five seconds at most, and what carries it some more. */
const mostMs = 15_000

/** What a host answers; undefined where it says no, or nothing in time: others have answered long before. */
export async function fromHost<T>(answer: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => {
      resolve(undefined)
    }, mostMs)
  })
  try {
    return await Promise.race([answer.catch(() => undefined), late])
  } finally {
    clearTimeout(timer)
  }
}
