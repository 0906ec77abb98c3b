extension On {
    /// …and the last answer so often: `.fail(.timedOut).times(2).then(book)`. At least once; a request that must not come needs no stub.
    public func times(_ count: Int) -> On {
        precondition(count > 0, "A request that must not come needs no stub.")
        return changing { stub in
            let last = stub.replies.popLast() ?? .status(200)
            stub.replies += Array(repeating: last, count: count)
        }
    }

    /// …and the last answer again and again, or never.
    public func anyTimes() -> On {
        changing { $0.repeatsLast = true }
    }

    /// …if it comes at all: ``MockClient/verify()`` does not miss it.
    public func optional() -> On {
        changing { $0.isOptional = true }
    }

    /// …with every answer so far after so long.
    public func delay(_ duration: Duration, clock: any Clock<Duration> = ContinuousClock()) -> On {
        changing { stub in
            if stub.replies.isEmpty { stub.replies = [.status(200)] }
            stub.replies = stub.replies.map { $0.delayed(by: duration, clock: clock) }
        }
    }

    /// …with the body of every answer so far at this speed. It still comes in one piece, when its last byte would have come.
    public func slow(bytesPerSecond: Int, clock: any Clock<Duration> = ContinuousClock()) -> On {
        changing { stub in stub.replies = stub.replies.map { $0.slowed(to: bytesPerSecond, clock: clock) } }
    }
}
