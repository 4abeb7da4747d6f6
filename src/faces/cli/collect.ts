/** Parser of an option that may be given several times. */
export const collect = (value: string, all: readonly string[] = []): string[] => [...all, value];
