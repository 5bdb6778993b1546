/// The state of the screen of favorites.
public enum FavoritesState: Hashable, Sendable {
    /// Nothing has been requested.
    case idle
    /// The favorites are being read on this device.
    case loading
    /// The favorites, newest first, and the state of loading what has become of them.
    case loaded([FavoriteRow], ListRefresh)
    /// There are no favorites.
    case empty
    /// The favorites can't be read on this device.
    case failed
}
