/// The memory and the rules of one client. Times are in seconds.
protocol StormClient {
    /// What ties an attempt's end to its beginning, for those who need it.
    associatedtype Pass = Void

    /// How long a call may take over all attempts.
    static var patience: Double { get }

    /// Whether an attempt may go out; nil if not, which ends the call.
    mutating func admit(at now: Double) -> Pass?

    /// An attempt ended well.
    mutating func succeeded(_ call: Call, _ pass: Pass, at now: Double, chance: inout SplitMix64)

    /// An attempt failed: how long to wait for the next one, or nil to give up.
    mutating func failed(_ call: Call, _ pass: Pass, _ miss: Miss, at now: Double, chance: inout SplitMix64) -> Double?
}

extension StormClient {
    static var patience: Double { 60 }
}

extension StormClient where Pass == Void {
    mutating func admit(at now: Double) -> Void? { () }

    mutating func succeeded(_ call: Call, _ pass: Void, at now: Double, chance: inout SplitMix64) {}
}
