package io.reprise.other;

/** See the manifest. */
public class PrivateWork extends Work {}
