// Table codes: ten signs, shown in two halves, read without regard to case and dashes.

const CODE = /^[2-9a-hjkmnp-z]{10}$/;

/** The code in what somebody typed or pasted, a link or a code; null where there is none. */
export function readCode(typed: string): string | null {
  const tail = typed.trim().replace(/^.*\/t\//, "").replace(/[/?#].*$/, "");
  const bare = tail.toLowerCase().replace(/[^a-z0-9]/g, "");
  return CODE.test(bare) ? bare : null;
}

export function showCode(code: string): string {
  return `${code.slice(0, 5)}-${code.slice(5)}`;
}
