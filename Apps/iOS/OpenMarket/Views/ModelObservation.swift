import Observation

/// Renders a view from models: at once, and again after each change of what it has read, until this is released.
@MainActor
final class ModelObservation {
    private let render: @MainActor () -> Void

    /// - Parameter render: Reads the models and updates the view. It must not keep the owner of the observation.
    init(_ render: @escaping @MainActor () -> Void) {
        self.render = render
        track()
    }

    private func track() {
        withObservationTracking {
            render()
        } onChange: { [weak self] in
            // The change is about to happen; on the next turn it has.
            Task { @MainActor in self?.track() }
        }
    }
}
