import Foundation

extension Double {
    /// The number with so many decimals.
    func text(decimals: Int) -> String {
        String(format: "%.\(decimals)f", self)
    }
}
