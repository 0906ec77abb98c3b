import EndpointTesting

/// What became of many calls, by which a test sees that there was something to go wrong.
struct CallSums {
    /// The requests that arrived, and the calls that arrived more than once.
    var arrivals = 0, repeated = 0
    /// The calls that ended with 200, those that ended with an error, and those whose caller had left.
    var answered = 0, failed = 0, left = 0

    mutating func add(_ account: ErraticServer.Account, _ result: Result<APIResponse, any Error>) {
        arrivals += account.arrivals
        repeated += account.arrivals > 1 ? 1 : 0
        left += account.hasLeft ? 1 : 0
        switch result {
        case .success(let response): answered += response.http.statusCode == 200 ? 1 : 0
        case .failure: failed += 1
        }
    }
}
