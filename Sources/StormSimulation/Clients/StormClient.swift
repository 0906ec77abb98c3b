import EndpointClient

/// The retry rules of one simulated client, with their state. Times are in seconds.
protocol StormClient {
    /// A value that `admit` returns for an attempt and the end of the attempt gets back, such as a permit of a circuit
    /// breaker.
    associatedtype Permit = Void

    /// The longest time of a call over all attempts.
    static var callTimeout: Double { get }

    /// Records that the origin has answered at this time, before the simulation: the clients are not new.
    mutating func wasAnswered(at time: Double)

    /// How long an attempt that is due must wait before it is sent, because of a limit of the client's own.
    mutating func delay(at now: Double) -> Double

    /// A permit for an attempt; nil if it may not be made, which ends the call.
    mutating func admit(at now: Double) -> Permit?

    /// Records that an attempt succeeded.
    mutating func succeeded(_ call: Call, _ permit: Permit, at now: Double, random: inout SplitMix64)

    /// Records that an attempt failed. Returns the wait before the next one, or nil to give up.
    mutating func failed(
        _ call: inout Call, _ permit: Permit, _ failure: AttemptFailure, at now: Double, random: inout SplitMix64
    ) -> Double?
}

extension StormClient {
    static var callTimeout: Double { 60 }

    mutating func wasAnswered(at time: Double) {}

    mutating func delay(at now: Double) -> Double { 0 }
}

extension StormClient where Permit == Void {
    mutating func admit(at now: Double) -> Void? { () }

    mutating func succeeded(_ call: Call, _ permit: Void, at now: Double, random: inout SplitMix64) {}
}
