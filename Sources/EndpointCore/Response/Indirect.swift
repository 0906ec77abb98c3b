/// A boxed value, so that a struct or an enum that rarely has one stays small: an optional box is one pointer.
package indirect enum Indirect<Value: Sendable>: Sendable {
    case indirect(Value)

    /// The value in the box.
    package var value: Value {
        switch self {
        case .indirect(let value): value
        }
    }
}

extension Indirect: Equatable where Value: Equatable {}

extension Indirect: Hashable where Value: Hashable {}
