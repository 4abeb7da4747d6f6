/** The vector at length 1; the zero vector, which has no direction, stays as it is. Changes its argument. */
export function toUnitLength(vector: Float32Array): Float32Array {
  let sum = 0;
  for (const value of vector) sum += value * value;
  if (sum === 0) return vector;
  const scale = 1 / Math.sqrt(sum);
  for (let i = 0; i < vector.length; i += 1) vector[i]! *= scale;
  return vector;
}
