// Means of numbers added one after the other, as src/brocante/analysis/means.py does.

export function mean(numbers: ArrayLike<number>): number {
  let total = 0
  for (let i = 0; i < numbers.length; i++) total += numbers[i]!
  return total / numbers.length
}

/** Of the mean of at least two numbers. */
export function standardError(numbers: readonly number[]): number {
  const middle = mean(numbers)
  return Math.sqrt(mean(numbers.map((each) => (each - middle) * (each - middle))) / (numbers.length - 1))
}
