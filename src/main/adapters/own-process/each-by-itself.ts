/**
 * Does something with each of several things, one after the other; what fails with one ends none of the others. Throws what failed when all were
 * gone through, of more than one an AggregateError.
 */
export async function eachByItself<Item>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<void> | void,
): Promise<void> {
  const failed: unknown[] = []
  for (const item of items)
    try {
      await work(item)
    } catch (error) {
      failed.push(error)
    }
  if (failed.length === 1) throw failed[0]
  if (failed.length > 1) throw new AggregateError(failed, failed.map(String).join('; '))
}
