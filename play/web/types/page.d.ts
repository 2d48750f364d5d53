// What the page's modules hand to each other.
declare namespace Page {
  type Net = import("../static/js/net.js").Net;
  type Shown = Wire.Position | Wire.CompanionTold;
  type Open = (found: Shown) => void;
  /** Tells what went wrong; null: all is well again. */
  type Problem = (error: Error | null) => void;

  interface Recorded {
    title: string;
    scenario: string;
    by: string[];
    views: { name: string; scenes: number[]; told: string[][] }[];
    scenes: Wire.Scene[];
  }
}
