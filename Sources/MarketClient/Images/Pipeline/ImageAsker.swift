/// A task that waits for an image.
struct ImageAsker<Image: Sendable>: Sendable {
    let priority: ImagePriority
    let continuation: CheckedContinuation<Result<Image, ImageLoadingError>, Never>
}
