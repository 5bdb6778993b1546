/// The state of the screen of recently viewed products.
public enum RecentlyViewedState: Hashable, Sendable {
    /// Nothing has been read.
    case idle
    /// The products are being read on this device.
    case loading
    /// The products as they were shown, last viewed first.
    case loaded([ViewedProduct])
    /// Nothing was viewed.
    case empty
    /// The products can't be read on this device.
    case failed
}
