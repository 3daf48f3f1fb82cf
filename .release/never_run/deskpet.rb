# A formula for Homebrew. Never run. live2d-py has a wheel for macOS 26 and newer only.
class Deskpet < Formula
  desc "Character that lives on the desktop and talks with you"
  homepage "@ADDRESS@"
  url "@ADDRESS@/deskpet-@VERSION@.tar.gz"
  sha256 "@SHA256@"
  license "MIT"

  depends_on macos: :tahoe
  depends_on "python@3.13"

  def install
    system "python3.13", "-m", "venv", libexec
    # The lock is that of `make run`, with the hash of each package.
    system libexec/"bin/pip", "install", "--require-hashes", "-r", "requirements.txt"
    system libexec/"bin/pip", "install", "--no-deps", "--no-build-isolation", "."
    bin.install_symlink libexec/"bin/deskpet"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/deskpet --version")
  end
end
