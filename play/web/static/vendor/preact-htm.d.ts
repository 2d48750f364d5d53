// What the page uses of Preact, its hooks and htm.
export type VNode = { readonly vnode: unique symbol };
type Update<T> = (value: T | ((old: T) => T)) => void;
// biome-ignore lint/suspicious/noConfusingVoidType: an effect may return nothing, or what undoes it
type Effect = () => void | (() => void);

export function html(strings: TemplateStringsArray, ...values: unknown[]): VNode;
export function render(node: VNode, place: Element): void;
export function useState<T>(first: T | (() => T)): [T, Update<T>];
export function useReducer<S, M>(reducer: (state: S, message: M) => S, first: S): [S, (message: M) => void];
export function useRef<T>(first: T): { current: T };
export function useMemo<T>(make: () => T, inputs: readonly unknown[]): T;
export function useEffect(effect: Effect, inputs?: readonly unknown[]): void;
export function useLayoutEffect(effect: Effect, inputs?: readonly unknown[]): void;
